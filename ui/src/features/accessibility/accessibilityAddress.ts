// The views of the accessibility of files, and the URL of the list: /accessibility?finding=notTagged&department=Surgery&page=2.
import messages from 'messages:staff/accessibility'
import { type AccessibilityFilter, findingKinds } from '../../api/maintenance/accessibility'
import { staffText } from '../../i18n/staffText'
import { anyText, listAddress } from '../../listkit/listAddress'
import { patterns } from '../../paths'

const t = staffText(messages)

const named = ['failures', 'blocking', 'unreadable', 'unchecked', 'pending', 'aside'] as const

/** The views beside the findings; in the URL, no finding means every file with one. */
export const views = [{ value: '', label: t('all') }, ...named.map((value) => ({ value, label: t(value) }))]

export const accessibilityAddress = listAddress<AccessibilityFilter>(patterns.accessibility, {
  finding: (finding) => [...named, ...findingKinds, ''].some((value) => value === finding),
  department: anyText,
})

/** The views that contain files, and always the first and the current one. */
export const visibleViews = (shown: string, counts: Record<string, number> | undefined) =>
  views
    .map(({ value, label }) => ({ value, label, count: value === '' ? undefined : counts?.[value] }))
    .filter(({ value, count = 0 }) => count > 0 || value === '' || value === shown)
