// The number of citations as text.
import t from 'messages:staff/counts'

/** '1 citation', '1,200 citations'. */
export const citationCount = (count: number) => t('citations', { count })
