// One collapsible group of the filter panel. A group with many values starts with the most frequent ones.
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId, useState } from 'react'
import type { Bucket } from '../../api/search'
import { Button } from '../../components/Button'
import { Checkbox } from '../../components/Checkbox'
import styles from './FacetGroup.module.css'
import { shownBuckets } from './facetGroups'

interface Props {
  label: string
  buckets: readonly Bucket[]
  openFirst: boolean
  chosen: ReadonlySet<string>
  nameOf: (value: string) => string
  onToggle: (value: string) => void
}

export function FacetGroup({ label, buckets, openFirst, chosen, nameOf, onToggle }: Props) {
  const [open, setOpen] = useState<boolean | null>(null)
  const [all, setAll] = useState(false)
  const [prefix, setPrefix] = useState('')
  const id = useId()
  const isOpen = open ?? (openFirst || chosen.size > 0)
  const { shown, more, hasFilterBox } = shownBuckets(buckets, { chosen, all, prefix })
  return (
    <div className={styles.group}>
      <h3>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <span id={`${id}-label`}>{label}</span>
          {chosen.size > 0 && <span className={styles.chosen}>{`${chosen.size} chosen`}</span>}
          <ChevronDown aria-hidden />
        </button>
      </h3>
      {/* biome-ignore lint/a11y/useSemanticElements: the group is named by the heading above it */}
      <div id={id} role="group" aria-labelledby={`${id}-label`} hidden={!isOpen} className={styles.values}>
        {hasFilterBox && (
          <input
            type="search"
            className={styles.filter}
            aria-label={`Find in ${label}`}
            placeholder={`Find in ${label}`}
            value={prefix}
            onChange={(event) => setPrefix(event.target.value)}
          />
        )}
        <ul>
          {shown.map(({ value, count }) => (
            <li key={value}>
              <Checkbox checked={chosen.has(value)} onChange={() => onToggle(value)}>
                {`${nameOf(value)} (${count})`}
              </Checkbox>
            </li>
          ))}
        </ul>
        {shown.length === 0 && <p className={styles.none}>Nothing found</p>}
        {more > 0 && (
          <Button variant="quiet" size="small" aria-label={`Show more of ${label}`} onClick={() => setAll(true)}>
            Show more
          </Button>
        )}
        {all && prefix === '' && (
          <Button variant="quiet" size="small" aria-label={`Show fewer of ${label}`} onClick={() => setAll(false)}>
            Show fewer
          </Button>
        )}
      </div>
    </div>
  )
}
