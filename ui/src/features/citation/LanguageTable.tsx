// The language versions of a citation: number, date, QR code, address, order.

import messages from 'messages:en/citation'
import ExternalLink from 'lucide-react/icons/external-link'
import QrCode from 'lucide-react/icons/qr-code'
import { lazy, Suspense, useState } from 'react'
import type { Citation, LanguageVersion } from '../../api/citations'
import { useConfig, usualItemNumberLabel } from '../../api/config'
import { isInLanguage, useLanguages } from '../../api/languages'
import { Button, buttonClass } from '../../components/Button'
import { Table } from '../../components/Table'
import { VisuallyHidden } from '../../components/VisuallyHidden'
import { useLocale, useText } from '../../i18n/useText'
import { shortDate } from '../../lib/dates'
import { sortLanguages } from '../../lib/languages'
import { isOlderThanEnglish, latestRevision } from '../../lib/revisions'
import { sameValue } from '../../lib/sameValue'
import { NamedLanguage, useLanguageName } from '../../session/LanguageName'
import { OrderButton } from '../../session/OrderButton'
import { useReaderTag } from '../../session/readerLanguage'
import styles from './LanguageTable.module.css'

const QrDialog = lazy(() => import('./QrDialog'))
// For staff alone: visitors never load it.
const LinkMark = lazy(() => import('./LinkMark'))

/** What comes first for this reader, then English, the rest by the alphabet; versions of one language in the order given. */
export function sortedVersions(
  versions: readonly LanguageVersion[],
  isFirst: (version: LanguageVersion) => boolean = () => false,
): LanguageVersion[] {
  const order = sortLanguages([...new Set(versions.map(({ lang }) => lang))])
  return [...versions].sort(
    (a, b) => Number(isFirst(b)) - Number(isFirst(a)) || order.indexOf(a.lang) - order.indexOf(b.lang),
  )
}

interface Props {
  citation: Citation
  /** Published by the hospital itself: its versions have QR codes. */
  ownPublisher: boolean
  /** It is the record of an earlier day: nothing of it can be ordered; codes and what is known of links are those of today. */
  isRecord?: boolean
}

export function LanguageTable({ citation, ownPublisher, isRecord = false }: Props) {
  const t = useText(messages)
  const locale = useLocale()
  const ownLabel = useConfig()?.hospital.itemNumberLabel ?? usualItemNumberLabel
  const itemNumberLabel = ownLabel === usualItemNumberLabel ? t('itemNumber') : ownLabel
  const [codeOf, setCodeOf] = useState<LanguageVersion | null>(null)
  const nameOf = useLanguageName()
  const { of } = useLanguages()
  const reader = useReaderTag()
  const signedIn = useConfig()?.signIn.signedIn ?? false
  const isReaders = ({ lang }: LanguageVersion) => isInLanguage(of(lang), reader)
  const versions = sortedVersions(citation.languages, isReaders)
  const withCodes = ownPublisher && !isRecord && versions.some(({ url }) => url)
  const orderable = sameValue(citation.whereToObtain, 'Copy Center') && !citation.obsolete && !isRecord
  const view = sameValue(citation.materialFormat, 'Video') ? t('view') : t('viewAndPrint')
  if (versions.length === 0) return <p>{t('noVersions')}</p>
  return (
    <>
      <Table caption={t('versions')} className={styles.versions}>
        <thead>
          <tr>
            <th scope="col">{t('language')}</th>
            <th scope="col">{itemNumberLabel}</th>
            <th scope="col">{t('revisionDate')}</th>
            {withCodes && <th scope="col">{t('qrCode')}</th>}
            <th scope="col">{t('viewColumn')}</th>
            {orderable && <th scope="col">{t('orderColumn')}</th>}
          </tr>
        </thead>
        <tbody>
          {versions.map((version) => (
            <tr
              key={`${version.lang}-${version.ksbgNumber}-${version.url}`}
              data-readers={isReaders(version) || undefined}
            >
              <th scope="row">
                <NamedLanguage value={version.lang} />
                {signedIn && !isRecord && version.url && (
                  <Suspense fallback={null}>
                    <LinkMark citation={citation.id} url={version.url} />
                  </Suspense>
                )}
              </th>
              <td data-label={itemNumberLabel} className={styles.fact}>
                {version.ksbgNumber && <bdi dir="ltr">{version.ksbgNumber}</bdi>}
              </td>
              <td data-label={t('revisionDate')} className={styles.fact}>
                {shortDate(latestRevision(citation.revisionDates, version.lang), locale)}
                {signedIn && isOlderThanEnglish(citation.revisionDates, version.lang) && (
                  <span className={styles.older}>{t('olderThanEnglish')}</span>
                )}
              </td>
              {withCodes && (
                <td className={styles.codeCell}>
                  {version.url && (
                    <Button
                      variant="quiet"
                      size="small"
                      className={styles.code}
                      icon={<QrCode aria-hidden />}
                      onClick={() => setCodeOf(version)}
                    >
                      {t('qrCode')}
                      <VisuallyHidden>{`: ${nameOf(version.lang)}`}</VisuallyHidden>
                    </Button>
                  )}
                </td>
              )}
              <td className={styles.action}>
                {version.url && (
                  <a
                    href={version.url}
                    target="_blank"
                    rel="noopener noreferrer"
                    className={buttonClass(styles.view)}
                    data-variant="soft"
                    data-size="small"
                  >
                    <span>
                      {view}
                      <VisuallyHidden>{t('opensLanguage', { language: nameOf(version.lang) })}</VisuallyHidden>
                    </span>
                    <ExternalLink aria-hidden />
                  </a>
                )}
              </td>
              {orderable && (
                <td className={styles.action}>
                  <OrderButton
                    item={{
                      id: citation.id,
                      itemNum: version.ksbgNumber,
                      lang: version.lang,
                      readableId: citation.readableIds[0]?.id ?? null,
                      title: citation.title,
                      url: version.url,
                      printingSpecs: citation.printingSpecs,
                    }}
                  />
                </td>
              )}
            </tr>
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
