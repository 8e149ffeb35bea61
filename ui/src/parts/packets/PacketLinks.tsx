// A short list of links to packets: those that contain a handout, or those that a search finds.
import messages from 'messages:en/packetLinks'
import FolderOpen from 'lucide-react/icons/folder-open'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { useLangAttribute, useText } from '../../i18n/useText'
import { textLanguage } from '../../lib/text/textLanguage'
import { packetPath, patterns } from '../../paths'
import styles from './PacketLinks.module.css'

interface Props {
  packets: readonly { readableId: string; title: string; count?: number }[]
  /** The key of the heading: packets that contain a handout, or packets among search results. */
  heading: 'inPackets' | 'packets'
}

export function PacketLinks({ packets, heading }: Props) {
  const t = useText(messages)
  const langAttribute = useLangAttribute()
  const id = useId()
  if (packets.length === 0) return null
  return (
    <section aria-labelledby={id} className={styles.packets}>
      <h2 id={id}>{t(heading)}</h2>
      <ul>
        {packets.map(({ readableId, title, count }) => (
          <li key={readableId}>
            <FolderOpen aria-hidden />
            <Link to={packetPath(readableId)} dir="auto" lang={langAttribute(textLanguage(title) ?? 'en')}>
              {title}
            </Link>
            {count !== undefined && <span className={styles.count}>{t('handouts', { count })}</span>}
          </li>
        ))}
      </ul>
      {heading === 'packets' && (
        <Link to={patterns.packets} className={styles.all}>
          {t('allPackets')}
        </Link>
      )}
    </section>
  )
}
