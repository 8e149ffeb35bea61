// The options of what a column or a value is imported as, by group.
import { groupLabels, type Target, targets } from './targets'

const groups = ['handout', 'version', 'forms'] as const

/** `fits` leaves options out. */
export const TargetOptions = ({ fits = () => true }: { fits?: (target: Target) => boolean }) =>
  groups.map((group) => {
    const shown = targets.filter((target) => target.group === group && fits(target))
    if (shown.length === 0) return null
    return (
      <optgroup key={group} label={groupLabels[group]}>
        {shown.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </optgroup>
    )
  })
