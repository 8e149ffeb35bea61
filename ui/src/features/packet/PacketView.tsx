// A packet on screen: title, description, language, one row per handout; and its printed sheet.
import messages from 'messages:en/packet'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ChoosableLanguage } from '../../api/languages'
import type { Packet, PacketLanguage } from '../../api/packets'
import { useUser } from '../../api/user'
import { Badge } from '../../components/feedback/Badge'
import { Notice } from '../../components/feedback/Notice'
import { PageHeading } from '../../components/page/PageHeading'
import { useLangAttribute, useText } from '../../i18n/useText'
import { isSameLanguage, parseTag } from '../../lib/text/languages'
import { textLanguage } from '../../lib/text/textLanguage'
import { useTitle } from '../../lib/useTitle'
import { ReportProblem } from '../../parts/reports/ReportProblem'
import { type ReportSubject, reportedVersions } from '../../parts/reports/reportSubject'
import { useLanguageOfTag, usePreferredTag } from '../../session/preferredLanguage'
import { LanguageField } from './LanguageField'
import { PacketActions } from './PacketActions'
import styles from './PacketPage.module.css'
import { PacketRow } from './PacketRow'
import { PacketSheet } from './PacketSheet'
import { type ShownItem, shownItems } from './shownItems'

interface Props {
  packet: Packet
  /** The ID in its URL. */
  address: string
}

export function PacketView({ packet, address }: Props) {
  const t = useText(messages)
  const { signedIn } = useUser()
  /** Stays true when the sign-in expires: an open dialog of the actions keeps its input. */
  const [isForStaff, setForStaff] = useState(signedIn)
  if (signedIn && !isForStaff) setForStaff(true)
  useTitle(packet.title)
  const [language, choose] = usePageLanguage(packet.languages)
  const items = shownItems(packet)
  const actions = <PacketActions packet={packet} address={address} items={items} language={language} />
  return (
    <article>
      <div className={styles.screen}>
        <Head packet={packet} />
        {packet.needsLook !== null && packet.needsLook > 0 && (
          <Notice kind="info" title={t('needsLook', { count: packet.needsLook })} />
        )}
        {/* Families use the handouts; staff work with the packet. */}
        {isForStaff && actions}
        {items.length > 0 && (
          <LanguageField languages={packet.languages} items={items} chosen={language} onChoose={choose} />
        )}
        {items.length === 0 ? (
          <p className={styles.empty}>{t('empty')}</p>
        ) : (
          <ol className={styles.rows}>
            {items.map((item) => (
              <PacketRow key={item.citation} item={item} language={language} />
            ))}
          </ol>
        )}
        {!isForStaff && actions}
        <ReportProblem
          subjects={reportSubjects({ title: packet.title, address }, items)}
          language={language?.tag ?? null}
        />
      </div>
      <PacketSheet packet={packet} address={address} items={items} language={language} />
    </article>
  )
}

function Head({ packet: { title, description, published, owned, editable } }: { packet: Packet }) {
  const t = useText(messages)
  const langAttribute = useLangAttribute()
  return (
    <header className={styles.head}>
      <PageHeading lang={langAttribute(textLanguage(title) ?? 'en')}>{title}</PageHeading>
      {!published && (owned || editable) && (
        <p>
          <Badge>{t('personal')}</Badge>
        </p>
      )}
      {description && (
        <p className={styles.description} dir="auto" lang={langAttribute(textLanguage(description) ?? 'en')}>
          {description}
        </p>
      )}
    </header>
  )
}

/** `address` is the ID in the packet's URL. */
function reportSubjects(
  { title, address }: { title: string; address: string },
  items: readonly ShownItem[],
): [ReportSubject, ...ReportSubject[]] {
  const versions = reportedVersions(items.flatMap(({ languages }) => languages))
  const handouts = items.map((item) => ({
    kind: 'citation' as const,
    id: item.citation,
    title: item.title,
    versions: reportedVersions(item.languages),
  }))
  return [{ kind: 'packet', id: address, title, versions }, ...handouts]
}

/** Returns the language, null for none, and a function that puts another one into the URL. */
function usePageLanguage(
  languages: readonly PacketLanguage[],
): [ChoosableLanguage | null, (tag: string | null) => void] {
  const [parameters, setParameters] = useSearchParams()
  const preferred = usePreferredTag()
  const asked = parameters.has('lang') ? parseTag(parameters.get('lang')) : preferred
  const known = languages.find(({ tag }) => tag !== null && asked !== null && isSameLanguage(asked, tag))
  const listed = useLanguageOfTag(asked)
  const language = known?.tag ? { ...known, value: known.name, tag: known.tag } : listed
  const choose = (tag: string | null) =>
    setParameters(
      (before) => {
        const next = new URLSearchParams(before)
        next.set('lang', tag ?? '')
        return next
      },
      { replace: true },
    )
  return [language, choose]
}
