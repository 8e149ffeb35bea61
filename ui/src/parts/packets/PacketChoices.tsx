// The person's packets as buttons, the latest first.
import messages from 'messages:en/packetLinks'
import parts from 'messages:en/parts'
import type { UseQueryResult } from '@tanstack/react-query'
import { maxPacketItems, type PacketEntry } from '../../api/packets'
import { useUser } from '../../api/user'
import { Button } from '../../components/buttons/Button'
import row from '../../components/buttons/RowButton.module.css'
import { Notice } from '../../components/feedback/Notice'
import { useText } from '../../i18n/useText'
import styles from './AddToPacketDialog.module.css'

interface Props {
  own: UseQueryResult<PacketEntry[]>
  isBusy: boolean
  onChoose: (packet: PacketEntry) => void
}

export function PacketChoices({ own, isBusy, onChoose }: Props) {
  const t = useText(messages)
  const common = useText(parts)
  const { may } = useUser()
  if (own.isPending) return <p role="status">{t('loading')}</p>
  if (!own.data) {
    return (
      <Notice
        kind="error"
        title={t('failed')}
        actions={<Button onClick={() => void own.refetch()}>{common('tryAgain')}</Button>}
      />
    )
  }
  if (own.data.length === 0) return null
  /** Why a handout cannot be added to a packet. */
  const refusalOf = ({ count, published }: PacketEntry) => {
    if (published && !may('manageCatalogue')) return t('administratorsOnly')
    return count >= maxPacketItems ? t('full') : undefined
  }
  return (
    <ul className={styles.packets} aria-label={t('own')}>
      {own.data.map((packet) => {
        const refusal = refusalOf(packet)
        return (
          <li key={packet.id}>
            <button
              type="button"
              className={`${row.button} ${styles.packet}`}
              disabled={refusal !== undefined}
              aria-disabled={isBusy || undefined}
              onClick={() => isBusy || onChoose(packet)}
            >
              <span dir="auto">{packet.title}</span>
              <span className={styles.count}>{refusal ?? t('handouts', { count: packet.count })}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
