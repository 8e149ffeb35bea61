// How many handouts a new packet did not take over, and why.
import messages from 'messages:staff/packetForm'
import { Notice } from '../../components/feedback/Notice'
import { staffText } from '../../i18n/staffText'
import { type LeftOutCounts, limits } from './packetValues'

const t = staffText(messages)

export function LeftOut({ counts: { obsolete, tooMany, missing } }: { counts: LeftOutCounts }) {
  const count = obsolete + tooMany + missing
  if (count === 0) return null
  const reasons = [
    obsolete > 0 && t('leftOutObsolete', { count: obsolete }),
    missing > 0 && t('leftOutMissing', { count: missing }),
    tooMany > 0 && t('leftOutTooMany', { count: tooMany }),
    tooMany > 0 && t('packetIsFull', limits),
  ]
  return (
    <Notice kind="info" title={t('leftOut', { count })}>
      {reasons.filter(Boolean).join(' ')}
    </Notice>
  )
}
