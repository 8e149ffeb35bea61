// One language version of a citation, with its actions.

import messages from 'messages:en/citation'
import { addressId, type Citation, type LanguageVersion, openedUrl, qrPath } from '../../../api/catalogue/citations'
import { useConfig } from '../../../api/config'
import { useLanguages } from '../../../api/languages'
import { PaperCode, paperOnly } from '../../../components/page/Paper'
import { Preview } from '../../../components/page/Preview'
import { usePrintImages } from '../../../components/page/printPage'
import { TypedAddress } from '../../../components/page/TypedAddress'
import { useLangAttribute, useLocale, useText } from '../../../i18n/useText'
import { shortDate } from '../../../lib/dates/dates'
import { isOlderThanEnglish, latestRevision } from '../../../lib/dates/revisions'
import { isDrawn, typeName } from '../../../lib/files/fileTypes'
import { lazyPart } from '../../../lib/page/lazyPart'
import { PartBoundary } from '../../../lib/page/PartBoundary'
import { typedAddress } from '../../../lib/text/typedAddress'
import { NamedLanguage, useLanguageName } from '../../../parts/language/LanguageName'
import { OtherFormat } from '../../../parts/reports/OtherFormat'
import { ShareButton } from '../../../parts/share/ShareButton'
import { versionAddress } from '../../../parts/share/shareAddress'
import { CodeButton } from './CodeButton'
import styles from './LanguageTable.module.css'
import { OrderButton } from './OrderButton'
import { useSharedVersion } from './pageLanguage'
import { CopyLink, Player, ViewLink, WithdrawnNote } from './VersionFile'

// For staff only; visitors never load it.
const LinkMark = lazyPart(() => import('./LinkMark'))
const StoredFileNote = lazyPart(() => import('./StoredFileNote'))
const VersionFindings = lazyPart(() => import('./VersionFindings'))

interface Props {
  citation: Citation
  version: LanguageVersion
  itemNumberLabel: string
  /** Whether it is in the preferred language. */
  isPreferred: boolean
  /** The day of the record; undefined on the page of the citation. */
  asOf: string | undefined
  isOrderable: boolean
  /** Whether versions have QR codes. */
  hasCodes: boolean
}

export function LanguageRow({ citation, version, itemNumberLabel, isPreferred, asOf, isOrderable, hasCodes }: Props) {
  const t = useText(messages)
  const locale = useLocale()
  const loadsPrintImages = usePrintImages()
  const config = useConfig()
  const signedIn = config?.signIn.signedIn ?? false
  const { lang, ksbgNumber, file } = version
  const url = openedUrl(version)
  // Printed beside the code.
  const typed = hasCodes && url ? typedAddress(config?.publicUrl, ksbgNumber) : null
  const { revisionDates } = citation
  return (
    <tr data-preferred={isPreferred || undefined}>
      <th scope="row">
        <NamedLanguage value={lang} />
        <VersionTitle version={version} title={citation.title} />
        {file && url && !asOf && isDrawn(file.type) && (
          <Preview
            address={file.preview ? `${url}/preview` : null}
            type={typeName(file.type, config?.files?.types ?? [])}
            className={styles.preview}
          />
        )}
        {signedIn && !asOf && url && (
          <PartBoundary>
            {file ? <StoredFileNote file={file} /> : <LinkMark citation={citation.id} url={url} />}
            {version.findings && version.findings.length > 0 && <VersionFindings findings={version.findings} />}
          </PartBoundary>
        )}
        <Player version={version} />
        {!asOf && version.otherFormat && <OtherFormat citation={citation.id} lang={lang} />}
      </th>
      <td data-label={itemNumberLabel} className={styles.fact}>
        {ksbgNumber && <bdi dir="ltr">{ksbgNumber}</bdi>}
        {typed && <TypedAddress address={typed} className={paperOnly} />}
      </td>
      <td data-label={t('revisionDate')} className={styles.fact}>
        {shortDate(latestRevision(revisionDates, lang), locale)}
        {signedIn && isOlderThanEnglish(revisionDates, lang) && (
          <span className={styles.older}>{t('olderThanEnglish')}</span>
        )}
      </td>
      {hasCodes && (
        <td data-code className={styles.codeCell}>
          {url && <CodeButton citation={citation} version={version} size="small" className={styles.code} />}
          {url && loadsPrintImages && <PaperCode src={qrPath(citation.id, url, 'code')} />}
        </td>
      )}
      <td className={styles.action}>
        {version.copy && asOf && <CopyLink citation={citation.id} lang={lang} copy={version.copy} asOf={asOf} />}
        {url && <ViewLink citation={citation} version={version} url={url} />}
        {!asOf && <ShareVersion citation={citation} version={version} />}
        {file?.withdrawn && <WithdrawnNote reason={file.withdrawn.reason} />}
      </td>
      {isOrderable && (
        <td className={styles.action}>
          <OrderButton
            item={{
              id: citation.id,
              itemNum: ksbgNumber,
              lang,
              readableId: citation.readableIds[0]?.id ?? null,
              title: citation.title,
              url: version.url,
              printingSpecs: citation.printingSpecs,
            }}
          />
        </td>
      )}
    </tr>
  )
}

/** The title of the version, where it has one of its own. */
function VersionTitle({ version, title }: { version: LanguageVersion; title: string }) {
  const langAttribute = useLangAttribute()
  const language = useLanguages().byValue(version.lang)
  if (!version.title || version.title === title) return null
  return (
    <p className={styles.title} dir={language?.dir ?? 'auto'} lang={langAttribute(language?.tag ?? '') || undefined}>
      {version.title}
    </p>
  )
}

function ShareVersion({ citation, version }: Pick<Props, 'citation' | 'version'>) {
  const publicUrl = useConfig()?.publicUrl ?? window.location.origin
  const shared = useSharedVersion()(version)
  return (
    <ShareButton
      title={version.title ?? citation.title}
      address={versionAddress(publicUrl, addressId(citation), shared)}
      language={useLanguageName()(version.lang)}
    />
  )
}
