// A packet on screen: title, description, language, one row per handout; and its printed sheet.
import messages from 'messages:en/packet'
import { useState } from 'react'
import type { Packet } from '../../api/packets'
import { useUser } from '../../api/user'
import { Badge } from '../../components/feedback/Badge'
import { Notice } from '../../components/feedback/Notice'
import { PageHeading } from '../../components/page/PageHeading'
import { useLangAttribute, useText } from '../../i18n/useText'
import { textLanguage } from '../../lib/text/textLanguage'
import { useTitle } from '../../lib/useTitle'
import { ReportProblem } from '../../parts/reports/ReportProblem'
import { LanguageField } from './LanguageField'
import { PacketActions } from './PacketActions'
import styles from './PacketPage.module.css'
import { PacketRow } from './PacketRow'
import { PacketSheet } from './PacketSheet'
import { reportSubjects } from './reportSubjects'
import { shownItems } from './shownItems'
import { usePageLanguage } from './usePageLanguage'

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
