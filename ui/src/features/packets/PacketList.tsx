// A page of a list of packets: title, department, number of handouts, languages.
import messages from 'messages:en/packets'
import { Link } from 'react-router-dom'
import { type PacketEntry, packetAddress } from '../../api/packets'
import { Badge } from '../../components/feedback/Badge'
import { useLangAttribute, useLocale, useText } from '../../i18n/useText'
import { dayOfInstant } from '../../lib/dates/dateTimes'
import { textLanguage } from '../../lib/text/textLanguage'
import { OwnName } from '../../parts/language/LanguageName'
import { packetPath } from '../../paths'
import styles from './PacketList.module.css'

interface Props {
  packets: readonly PacketEntry[]
  /** Marks the published ones, in a list that has others too. */
  marksPublished?: boolean
}

export const PacketList = ({ packets, marksPublished = false }: Props) => (
  <ol className={styles.rows}>
    {packets.map((packet) => (
      <PacketRow key={packet.id} packet={packet} isMarked={marksPublished && packet.published} />
    ))}
  </ol>
)

function PacketRow({ packet, isMarked }: { packet: PacketEntry; isMarked: boolean }) {
  const t = useText(messages)
  const locale = useLocale()
  const langAttribute = useLangAttribute()
  const { title, description, department, count, languages, updated, needsLook } = packet
  return (
    <li className={styles.row}>
      <h2 className={styles.title} dir="auto">
        <Link to={packetPath(packetAddress(packet))} lang={langAttribute(textLanguage(title) ?? 'en')}>
          {title}
        </Link>
        {isMarked && (
          <>
            {' '}
            <Badge>{t('published')}</Badge>
          </>
        )}
      </h2>
      {description && (
        <p className={styles.description} dir="auto" lang={langAttribute(textLanguage(description) ?? 'en')}>
          {description}
        </p>
      )}
      <p className={styles.facts}>
        <span>{t('handouts', { count })}</span>
        {department && <bdi lang={langAttribute('en')}>{department}</bdi>}
        <span>{t('changed', { day: dayOfInstant(updated, locale) })}</span>
      </p>
      {languages.length > 0 && (
        <p className={styles.facts}>
          {languages.map((language) => (
            <OwnName key={language.tag ?? language.name} language={language} />
          ))}
        </p>
      )}
      {needsLook !== null && needsLook > 0 && (
        <p>
          <Badge strong>{t('needsLook', { count: needsLook })}</Badge>
        </p>
      )}
    </li>
  )
}
