// The events of an order that other people caused while it was open here.
import messages from 'messages:staff/copyCenter'
import { Notice } from '../../../components/feedback/Notice'
import type { TimelineEntry } from '../../../components/list/Timeline'
import { staffText } from '../../../i18n/staffText'

const t = staffText(messages)

export function ConcurrentChanges({
  entries,
  onDismiss,
}: {
  entries: readonly TimelineEntry[]
  onDismiss: () => void
}) {
  if (entries.length === 0) return null
  return (
    <Notice kind="info" title={t('orderChangedWhileOpen')} onDismiss={onDismiss}>
      <ul>
        {entries.map(({ title, when, by, note, at }) => (
          <li key={`${at} ${title}`}>
            {`${title}: ${by}, ${when}`}
            {note && <q dir="auto">{note}</q>}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
