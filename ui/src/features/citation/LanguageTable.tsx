// The language versions of a citation: number, date, QR code, address, order.

import messages from 'messages:en/citation'
import { lazy, Suspense, useState } from 'react'
import type { Citation, LanguageVersion } from '../../api/citations'
import { useConfig, usualItemNumberLabel } from '../../api/config'
import { isInLanguage, useLanguages } from '../../api/languages'
import { paperRows } from '../../components/Paper'
import { Table } from '../../components/Table'
import { useText } from '../../i18n/useText'
import { sameValue } from '../../lib/sameValue'
import { useSortedLanguages } from '../../session/LanguageName'
import { useReaderTag } from '../../session/readerLanguage'
import { LanguageRow } from './LanguageRow'
import styles from './LanguageTable.module.css'
import { sortedVersions } from './sortedVersions'

const QrDialog = lazy(() => import('./QrDialog'))

interface Props {
  citation: Citation
  /** Published by the hospital itself: its versions have QR codes. */
  ownPublisher: boolean
  /** It is the record of an earlier day: nothing of it can be ordered; codes and what is known of links are those of today. */
  isRecord?: boolean
}

export function LanguageTable({ citation, ownPublisher, isRecord = false }: Props) {
  const t = useText(messages)
  const itemNumberLabel = useShownItemNumberLabel()
  const [codeOf, setCodeOf] = useState<LanguageVersion | null>(null)
  const { of } = useLanguages()
  const sorted = useSortedLanguages()
  const reader = useReaderTag()
  const isReaders = ({ lang }: LanguageVersion) => isInLanguage(of(lang), reader)
  const versions = sortedVersions(citation.languages, sorted, isReaders)
  const hasCodes = ownPublisher && !isRecord && versions.some(({ url }) => url)
  const isOrderable = sameValue(citation.whereToObtain, 'Copy Center') && !citation.obsolete && !isRecord
  if (versions.length === 0) return <p>{t('noVersions')}</p>
  return (
    <>
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
              isReaders={isReaders(version)}
              isRecord={isRecord}
              isOrderable={isOrderable}
              onCode={hasCodes ? setCodeOf : undefined}
            />
          ))}
        </tbody>
      </Table>
      <Suspense fallback={null}>
        {codeOf?.url && (
          <QrDialog
            id={citation.id}
            title={citation.title}
            lang={codeOf.lang}
            url={codeOf.url}
            onClosed={() => setCodeOf(null)}
          />
        )}
      </Suspense>
    </>
  )
}

/** The hospital's own label; the usual one in the language of the screen. */
function useShownItemNumberLabel() {
  const t = useText(messages)
  const label = useConfig()?.hospital.itemNumberLabel ?? usualItemNumberLabel
  return label === usualItemNumberLabel ? t('itemNumber') : label
}
