// The person's packets as buttons, the latest first.
import messages from 'messages:en/packetLinks'
import parts from 'messages:en/parts'
import type { UseQueryResult } from '@tanstack/react-query'
import { maxPacketItems, type PacketEntry, type PacketPage } from '../../api/packets'
import { Button } from '../../components/buttons/Button'
import row from '../../components/buttons/RowButton.module.css'
import { Notice } from '../../components/feedback/Notice'
import { useText } from '../../i18n/useText'
import styles from './AddToPacketDialog.module.css'

interface Props {
  own: UseQueryResult<PacketPage>
  isBusy: boolean
  onChoose: (packet: PacketEntry) => void
}

export function PacketChoices({ own, isBusy, onChoose }: Props) {
  const t = useText(messages)
  const common = useText(parts)
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
  // Includes published packets, which only administrators may still change.
  const { packets } = own.data
  if (packets.length === 0) return null
  return (
    <ul className={styles.packets} aria-label={t('own')}>
      {packets.map((packet) => {
        const isFull = packet.count >= maxPacketItems
        return (
          <li key={packet.id}>
            <button
              type="button"
              className={`${row.button} ${styles.packet}`}
              disabled={isFull}
              aria-disabled={isBusy || undefined}
              onClick={() => isBusy || onChoose(packet)}
            >
              <span dir="auto">{packet.title}</span>
              <span className={styles.count}>{isFull ? t('full') : t('handouts', { count: packet.count })}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
