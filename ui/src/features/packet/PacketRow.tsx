// One handout of a packet: the version in the page's language as the main action, the other languages beside it.
import messages from 'messages:en/packet'
import parts from 'messages:en/parts'
import preferredLanguage from 'messages:en/preferredLanguage'
import ExternalLink from 'lucide-react/icons/external-link'
import { Link } from 'react-router-dom'
import { countOpening } from '../../api/catalogue/citations'
import type { ChoosableLanguage } from '../../api/languages'
import type { PacketVersion } from '../../api/packets'
import { useUser } from '../../api/user'
import { buttonClass } from '../../components/buttons/Button'
import { SpacedBadge } from '../../components/feedback/Badge'
import { CatalogueTitle } from '../../components/page/CatalogueTitle'
import { Preview } from '../../components/page/Preview'
import { VisuallyHidden } from '../../components/page/VisuallyHidden'
import { useLangAttribute, useText } from '../../i18n/useText'
import { textLanguage } from '../../lib/text/textLanguage'
import { OwnName } from '../../parts/language/LanguageName'
import { useShownTitle } from '../../parts/language/useShownTitle'
import { NotYet } from '../../parts/language/VersionLink'
import { citationPath } from '../../paths'
import styles from './PacketPage.module.css'
import { defaultVersion, type ShownItem, versionIn } from './shownItems'

export function PacketRow({ item, language }: { item: ShownItem; language: ChoosableLanguage | null }) {
  const t = useText(messages)
  const obsolete = useText(parts)('obsolete')
  const langAttribute = useLangAttribute()
  const tags = item.languages.flatMap(({ tag }) => tag ?? [])
  const version = versionIn(item, language?.tag ?? null)
  const shown = useShownTitle()(item.title, tags, version)
  const main = version ?? defaultVersion(item)
  const preview = version?.preview ?? item.preview
  const others = item.languages.filter((other) => other !== main && other.url)
  return (
    <li className={styles.row}>
      {preview && <Preview address={preview} className={styles.preview} />}
      <h2 className={styles.title} dir="auto">
        <Link to={citationPath(item.readableId)} lang={shown.lang} dir={shown.dir}>
          {shown.text}
        </Link>
        <SpacedBadge shown={item.obsolete}>{obsolete}</SpacedBadge>
      </h2>
      <CatalogueTitle {...shown.below} />
      <Replaced item={item} />
      {item.note && (
        <p className={styles.note} dir="auto" lang={langAttribute(textLanguage(item.note) ?? 'en')}>
          {item.note}
        </p>
      )}
      {language && !version && (
        <p className={styles.notYet}>
          <NotYet language={language} />
        </p>
      )}
      {main?.url ? (
        <ViewLink item={item} version={main} isMain={version !== null || language === null} />
      ) : (
        <p className={styles.muted}>{t('noFile')}</p>
      )}
      {others.length > 0 && <Others item={item} versions={others} />}
    </li>
  )
}

/** States what the handout replaces, or to staff that it is obsolete without a replacement. */
function Replaced({ item: { replaces, isStandIn, obsolete } }: { item: ShownItem }) {
  const t = useText(messages)
  const { signedIn } = useUser()
  const langAttribute = useLangAttribute()
  if (replaces !== null) {
    const title = () => <bdi lang={langAttribute(textLanguage(replaces) ?? 'en')}>{replaces}</bdi>
    return <p className={styles.muted}>{t.rich(isStandIn ? 'standsFor' : 'replaces', { title })}</p>
  }
  return obsolete && signedIn ? <p className={styles.muted}>{t('noReplacement')}</p> : null
}

function ViewLink({ item, version, isMain }: { item: ShownItem; version: PacketVersion; isMain: boolean }) {
  const t = useText(messages)
  const view = useText(preferredLanguage)
  return (
    <a
      {...countOpening(item.citation, version.lang)}
      href={version.url ?? undefined}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonClass(styles.view)}
      data-variant={isMain ? 'primary' : 'secondary'}
    >
      <span>
        {view.rich('viewIn', { name: () => <OwnName language={version} /> })}
        <VisuallyHidden>{t('openVersion', { title: version.title ?? item.title })}</VisuallyHidden>
      </span>
      <ExternalLink aria-hidden />
    </a>
  )
}

function Others({ item, versions }: { item: ShownItem; versions: readonly PacketVersion[] }) {
  const t = useText(messages)
  return (
    <div className={styles.others}>
      <span>{t('alsoIn')}</span>
      <ul>
        {versions.map((version) => (
          <li key={`${version.lang} ${version.url}`}>
            <a
              {...countOpening(item.citation, version.lang)}
              href={version.url ?? undefined}
              target="_blank"
              rel="noopener noreferrer"
            >
              <OwnName language={version} />
              <VisuallyHidden>{t('openVersion', { title: version.title ?? item.title })}</VisuallyHidden>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
