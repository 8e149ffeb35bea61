// One language version of a citation, with its actions.

import messages from 'messages:en/citation'
import ExternalLink from 'lucide-react/icons/external-link'
import QrCode from 'lucide-react/icons/qr-code'
import { type Citation, type LanguageVersion, qrPath } from '../../../api/catalogue/citations'
import { useConfig } from '../../../api/config'
import { countOpening } from '../../../api/opening'
import { Button, buttonClass } from '../../../components/buttons/Button'
import { PaperCode, paperOnly } from '../../../components/page/Paper'
import { usePrintImages } from '../../../components/page/printPage'
import { TypedAddress } from '../../../components/page/TypedAddress'
import { VisuallyHidden } from '../../../components/page/VisuallyHidden'
import { useLocale, useText } from '../../../i18n/useText'
import { shortDate } from '../../../lib/dates/dates'
import { isOlderThanEnglish, latestRevision } from '../../../lib/dates/revisions'
import { lazyPart } from '../../../lib/page/lazyPart'
import { PartBoundary } from '../../../lib/page/PartBoundary'
import { sameValue } from '../../../lib/text/sameValue'
import { typedAddress } from '../../../lib/text/typedAddress'
import { NamedLanguage, useLanguageName } from '../../../session/language/LanguageName'
import { OrderButton } from '../../../session/OrderButton'
import styles from './LanguageTable.module.css'

// For staff only; visitors never load it.
const LinkMark = lazyPart(() => import('./LinkMark'))

interface Props {
  citation: Citation
  version: LanguageVersion
  itemNumberLabel: string
  /** Whether it is in the preferred language. */
  isPreferred: boolean
  isRecord: boolean
  isOrderable: boolean
  /** Shows the version's QR code; undefined if versions have none. */
  onCode: ((version: LanguageVersion) => void) | undefined
}

export function LanguageRow({ citation, version, itemNumberLabel, isPreferred, isRecord, isOrderable, onCode }: Props) {
  const t = useText(messages)
  const locale = useLocale()
  const config = useConfig()
  const signedIn = config?.signIn.signedIn ?? false
  const { lang, ksbgNumber, url } = version
  // Printed beside the code.
  const typed = onCode && url ? typedAddress(config?.publicUrl, ksbgNumber) : null
  const { revisionDates } = citation
  return (
    <tr data-preferred={isPreferred || undefined}>
      <th scope="row">
        <NamedLanguage value={lang} />
        {signedIn && !isRecord && url && (
          <PartBoundary>
            <LinkMark citation={citation.id} url={url} />
          </PartBoundary>
        )}
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
      {onCode && (
        <td data-code className={styles.codeCell}>
          {url && <Code citation={citation} version={version} url={url} onCode={onCode} />}
        </td>
      )}
      <td className={styles.action}>{url && <ViewLink citation={citation} lang={lang} url={url} />}</td>
      {isOrderable && (
        <td className={styles.action}>
          <OrderButton
            item={{
              id: citation.id,
              itemNum: ksbgNumber,
              lang,
              readableId: citation.readableIds[0]?.id ?? null,
              title: citation.title,
              url,
              printingSpecs: citation.printingSpecs,
            }}
          />
        </td>
      )}
    </tr>
  )
}

interface CodeProps {
  citation: Citation
  version: LanguageVersion
  url: string
  onCode: (version: LanguageVersion) => void
}

/** A button that shows the QR code; in print, the code itself. */
function Code({ citation, version, url, onCode }: CodeProps) {
  const t = useText(messages)
  const name = useLanguageName()(version.lang)
  const loadsPrintImages = usePrintImages()
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className={styles.code}
        icon={<QrCode aria-hidden />}
        onClick={() => onCode(version)}
      >
        {t('qrCode')}
        <VisuallyHidden>{`: ${name}`}</VisuallyHidden>
      </Button>
      {loadsPrintImages && <PaperCode src={qrPath(citation.id, url, 'code')} />}
    </>
  )
}

function ViewLink({ citation, lang, url }: { citation: Citation; lang: string; url: string }) {
  const t = useText(messages)
  const language = useLanguageName()(lang)
  return (
    <a
      {...countOpening(citation.id, lang)}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonClass(styles.view)}
      data-variant="soft"
      data-size="small"
    >
      <span>
        {t(sameValue(citation.materialFormat, 'Video') ? 'view' : 'viewAndPrint')}
        <VisuallyHidden>{t('opensLanguage', { language })}</VisuallyHidden>
      </span>
      <ExternalLink aria-hidden />
    </a>
  )
}
