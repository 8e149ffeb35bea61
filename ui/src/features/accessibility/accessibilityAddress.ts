// The views of the accessibility of files, and the URL of the list: /accessibility?finding=notTagged&department=Surgery&page=2.
import messages from 'messages:staff/accessibility'
import { type AccessibilityFilter, findingKinds } from '../../api/maintenance/accessibility'
import { staffText } from '../../i18n/staffText'
import { anyText, listAddress } from '../../listkit/listAddress'
import { patterns } from '../../paths'

const t = staffText(messages)

/** The views beside the findings; in the URL, no finding means every file with one. */
export const views = [
  { value: '', label: t('all') },
  { value: 'failures', label: t('failures') },
  { value: 'blocking', label: t('blocking') },
  { value: 'unreadable', label: t('unreadable') },
  { value: 'unchecked', label: t('unchecked') },
  { value: 'pending', label: t('pending') },
  { value: 'aside', label: t('aside') },
]

export const accessibilityAddress = listAddress<AccessibilityFilter>(patterns.accessibility, {
  finding: (finding) => [...views.map(({ value }) => value), ...findingKinds].some((value) => value === finding),
  department: anyText,
})

/** The views that contain files, and always the first and the current one. */
export const visibleViews = (shown: string, counts: Record<string, number> | undefined) =>
  views
    .map(({ value, label }) => ({ value, label, count: value === '' ? undefined : counts?.[value] }))
    .filter(({ value, count = 0 }) => count > 0 || value === '' || value === shown)
