// The language versions of a citation: item number, revision date, QR code, URL, order.

import messages from 'messages:en/citation'
import { type Citation, type LanguageVersion, openedUrl } from '../../../api/catalogue/citations'
import { defaultItemNumberLabel, useConfig } from '../../../api/config'
import { isInLanguage, useLanguages } from '../../../api/languages'
import { Table } from '../../../components/list/Table'
import { paperRows } from '../../../components/page/Paper'
import { useText } from '../../../i18n/useText'
import { sameValue } from '../../../lib/text/sameValue'
import { LanguageRow } from './LanguageRow'
import styles from './LanguageTable.module.css'
import { usePageTag, useVersionsInOrder } from './pageLanguage'

interface Props {
  citation: Citation
  /** Published by the hospital itself, so that its versions have QR codes. */
  ownPublisher: boolean
  /** The day of the record, `YYYY-MM-DD`: without orders, QR codes and link states. */
  asOf?: string
}

export function LanguageTable({ citation, ownPublisher, asOf }: Props) {
  const t = useText(messages)
  const itemNumberLabel = useShownItemNumberLabel()
  const { byValue } = useLanguages()
  const preferred = usePageTag()
  const isPreferred = ({ lang }: LanguageVersion) => isInLanguage(byValue(lang), preferred)
  const versions = useVersionsInOrder(citation)
  const hasCodes = ownPublisher && !asOf && versions.some(openedUrl)
  const isOrderable = sameValue(citation.whereToObtain, 'Copy Center') && !citation.obsolete && !asOf
  if (versions.length === 0) return <p>{t('noVersions')}</p>
  return (
    <Table caption={t('versions')} className={`${paperRows} ${styles.versions}`}>
      <thead>
        <tr>
          <th scope="col">{t('language')}</th>
          <th scope="col">{itemNumberLabel}</th>
          <th scope="col">{t('revisionDate')}</th>
          {hasCodes && <th scope="col">{t('qrCode')}</th>}
          <th scope="col">{t('viewColumn')}</th>
          {isOrderable && <th scope="col">{t('orderColumn')}</th>}
        </tr>
      </thead>
      <tbody>
        {versions.map((version) => (
          <LanguageRow
            key={`${version.lang}-${version.ksbgNumber}-${version.url}`}
            citation={citation}
            version={version}
            itemNumberLabel={itemNumberLabel}
            isPreferred={isPreferred(version)}
            asOf={asOf}
            isOrderable={isOrderable}
            hasCodes={hasCodes}
          />
        ))}
      </tbody>
    </Table>
  )
}

/** The hospital's own label, or the default label in the screen language. */
function useShownItemNumberLabel() {
  const t = useText(messages)
  const label = useConfig()?.hospital.itemNumberLabel ?? defaultItemNumberLabel
  return label === defaultItemNumberLabel ? t('itemNumber') : label
}
