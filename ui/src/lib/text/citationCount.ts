// The number of citations as text.
import messages from 'messages:staff/counts'
import { staffText } from '../../i18n/staffText'

const t = staffText(messages)

/** '1 citation', '1,200 citations'. */
export const citationCount = (count: number) => t('citations', { count })
