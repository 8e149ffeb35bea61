// How the file of a language version is opened: by a link, for sound also on the page. A PDF is never shown within a page: phones
// would show its first page only.
import messages from 'messages:en/citation'
import ExternalLink from 'lucide-react/icons/external-link'
import QrCode from 'lucide-react/icons/qr-code'
import { type Citation, countOpening, type LanguageVersion, openedUrl } from '../../../api/catalogue/citations'
import { type FileCopy, recordFilePath, useFileLimits } from '../../../api/catalogue/files'
import { useLanguages } from '../../../api/languages'
import { buttonClass } from '../../../components/buttons/Button'
import { DialogButton } from '../../../components/page/DialogButton'
import { VisuallyHidden } from '../../../components/page/VisuallyHidden'
import { useLangAttribute, useLocale, useText } from '../../../i18n/useText'
import { dayOfInstant } from '../../../lib/dates/dates'
import { typeName } from '../../../lib/files/fileTypes'
import { lazyPart } from '../../../lib/page/lazyPart'
import { sameValue } from '../../../lib/text/sameValue'
import { useLanguageName } from '../../../parts/language/LanguageName'
import styles from './LanguageTable.module.css'

interface LinkProps {
  citation: Citation
  version: LanguageVersion
  url: string
}

/** Opens the file in a tab of its own; that of a stored file shows its type. */
export function ViewLink({ citation, version: { lang, file }, url }: LinkProps) {
  const t = useText(messages)
  const { types } = useFileLimits()
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
        {file && <span className={styles.type}>{` ${typeName(file.type, types)}`}</span>}
      </span>
      <ExternalLink aria-hidden />
    </a>
  )
}

/** In the record of a day: the copy of what the link served then. */
export function CopyLink({
  citation,
  lang,
  copy,
  asOf,
}: {
  citation: string
  lang: string
  copy: FileCopy
  asOf: string
}) {
  const t = useText(messages)
  const locale = useLocale()
  const tag = useLanguages().byValue(lang)?.tag ?? lang
  return (
    <a href={recordFilePath(citation, tag, asOf)} target="_blank" rel="noopener noreferrer">
      {t('copyOf', { day: dayOfInstant(copy.fetched, locale) })}
      <VisuallyHidden>{t('opensLanguage', { language: useLanguageName()(lang) })}</VisuallyHidden>
    </a>
  )
}

/** Instead of the link to a withdrawn file. Staff write the reason in English. */
export function WithdrawnNote({ reason }: { reason: string }) {
  const t = useText(messages)
  const langAttribute = useLangAttribute()
  return (
    <p className={styles.withdrawn}>
      {t('withdrawn')}{' '}
      <span>{t.rich('withdrawnReason', { reason: () => <bdi lang={langAttribute('en')}>{reason}</bdi> })}</span>
    </p>
  )
}

/** Plays a stored sound file; nothing is loaded before. */
export function Player({ version }: { version: LanguageVersion }) {
  const t = useText(messages)
  const language = useLanguageName()(version.lang)
  const url = openedUrl(version)
  if (!url || !version.file?.type.startsWith('audio/')) return null
  return (
    // biome-ignore lint/a11y/useMediaCaption: the handouts with the same text are the other versions
    <audio controls preload="none" className={styles.player} aria-label={t('play', { language })} src={ownPath(url)} />
  )
}

/** The path of a file of this server, which may also be open at another address than `server.public_url`. */
const ownPath = (url: string) => new URL(url).pathname

const QrDialog = lazyPart(() => import('./QrDialog'))

interface Props {
  citation: Citation
  version: LanguageVersion
  size?: 'normal' | 'small'
  className?: string
}

/** A button that shows the QR code of a language version. */
export function CodeButton({ citation, version, size = 'normal', className }: Props) {
  const t = useText(messages)
  const url = openedUrl(version)
  const name = useLanguageName()(version.lang)
  return (
    <DialogButton
      variant="quiet"
      size={size}
      className={className}
      icon={<QrCode aria-hidden />}
      dialog={({ unmount }) =>
        url && (
          <QrDialog
            id={citation.id}
            title={version.title ?? citation.title}
            lang={version.lang}
            itemNumber={version.ksbgNumber}
            url={url}
            onClosed={unmount}
          />
        )
      }
    >
      {t('qrCode')}
      <VisuallyHidden>{`: ${name}`}</VisuallyHidden>
    </DialogButton>
  )
}
