// Shown when somebody else has saved the same packet.
import messages from 'messages:staff/packetForm'
import { useQuery } from '@tanstack/react-query'
import { latestPacketQuery, type PacketAnswer } from '../../api/packets'
import { ConflictDialog } from '../../formkit/ConflictDialog'
import { staffText } from '../../i18n/staffText'
import { changedFields, fieldLabel, type PacketValues, toPacketValues } from './packetValues'

const t = staffText(messages)

interface Props {
  id: string
  /** The version that editing started from. */
  base: PacketValues
  /** Discards the input and shows the latest version. */
  onDiscard: () => void
  /** Keeps the input; the next save replaces the latest version. */
  onKeep: (newest: PacketAnswer) => void
  /** Returns to the form without a decision. */
  onClose: () => void
}

export const PacketConflict = ({ id, base, ...choices }: Props) => (
  <ConflictDialog
    title={t('somebodyElseChangedPacket')}
    newest={useQuery(latestPacketQuery(id))}
    changedLabels={({ packet }) => changedFields(base, toPacketValues(packet)).map(fieldLabel)}
    {...choices}
  />
)
