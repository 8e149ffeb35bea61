// The language versions of a citation: item number, revision date, QR code, URL, order.
import messages from 'messages:en/citation'
import session from 'messages:en/session'
import Check from 'lucide-react/icons/check'
import Plus from 'lucide-react/icons/plus'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router-dom'
import { addressId, type Citation, type LanguageVersion, openedUrl, qrPath } from '../../../api/catalogue/citations'
import { defaultItemNumberLabel, useConfig } from '../../../api/config'
import { isInLanguage, useLanguages } from '../../../api/languages'
import type { OrderItem } from '../../../api/user'
import { Button, LinkButton } from '../../../components/buttons/Button'
import { announce } from '../../../components/feedback/Notice'
import { Table } from '../../../components/list/Table'
import { PaperCode, paperOnly, paperRows } from '../../../components/page/Paper'
import { Preview } from '../../../components/page/Preview'
import { usePrintImages } from '../../../components/page/printPage'
import { TypedAddress } from '../../../components/page/TypedAddress'
import { VisuallyHidden } from '../../../components/page/VisuallyHidden'
import { useLangAttribute, useLocale, useText } from '../../../i18n/useText'
import { isOlderThanEnglish, latestRevision, shortDate } from '../../../lib/dates/dates'
import { isDrawn, typeName } from '../../../lib/files/fileTypes'
import { lazyPart, PartBoundary } from '../../../lib/page/lazyPart'
import { sameValue } from '../../../lib/text/sameValue'
import { typedAddress } from '../../../lib/text/typedAddress'
import { NamedLanguage, useLanguageName } from '../../../parts/language/LanguageName'
import { OtherFormat } from '../../../parts/reports/OtherFormat'
import { ShareButton } from '../../../parts/share/ShareButton'
import { versionAddress } from '../../../parts/share/ways'
import { patterns, signInPath } from '../../../paths'
import { addToOrder, useSession } from '../../../session/store'
import styles from './LanguageTable.module.css'
import { usePageTag, useSharedVersion, useVersionsInOrder } from './pageLanguage'
import { CodeButton, CopyLink, Player, ViewLink, WithdrawnNote } from './VersionFile'

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

// For staff only; visitors never load it.
const LinkMark = lazyPart(() => import('./LinkMark'))
const StoredFileNote = lazyPart(() => import('./StoredFileNote'))
const VersionFindings = lazyPart(() => import('./VersionFindings'))

interface LanguageRowProps {
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

/** One language version of a citation, with its actions. */
function LanguageRow({
  citation,
  version,
  itemNumberLabel,
  isPreferred,
  asOf,
  isOrderable,
  hasCodes,
}: LanguageRowProps) {
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

function ShareVersion({ citation, version }: Pick<LanguageRowProps, 'citation' | 'version'>) {
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

/**
 * Adds a language version to the cart, or links to the cart that contains it. Visitors are redirected to the sign-in.
 */
export function OrderButton({ item }: { item: Omit<OrderItem, 'quantity'> }) {
  const location = useLocation()
  const link = useRef<HTMLAnchorElement>(null)
  const signIn = useConfig()?.signIn
  const inOrder = useSession(({ order }) => order.some(({ id, lang }) => id === item.id && lang === item.lang))
  const language = useLanguageName()(item.lang)
  const t = useText(session)
  if (!signIn?.signedIn && !signIn?.available) return null
  if (signIn.signedIn && inOrder) {
    return (
      <LinkButton
        ref={link}
        to={patterns.order}
        variant="quiet"
        size="small"
        icon={<Check aria-hidden />}
        onClick={(event) => {
          // The second click of a double click was meant for the button.
          if (event.detail > 1) event.preventDefault()
        }}
      >
        {t('inOrder')}
        <VisuallyHidden>{`: ${language}`}</VisuallyHidden>
      </LinkButton>
    )
  }
  const add = () => {
    if (!signIn.signedIn) {
      window.location.assign(signInPath(location, signIn.url))
      return
    }
    // The link replaces this button and gets its focus.
    flushSync(() => addToOrder(item))
    link.current?.focus()
    announce(t('added', { language }))
  }
  return (
    <Button size="small" icon={<Plus aria-hidden />} onClick={add}>
      {t('addToOrder')}
      <VisuallyHidden>{`: ${language}`}</VisuallyHidden>
    </Button>
  )
}
