// One collapsible facet of the filter panel. A facet with many values initially shows the most frequent ones.
import messages from 'messages:en/results'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId, useState } from 'react'
import type { FacetValue } from '../../../api/catalogue/search'
import { Button } from '../../../components/buttons/Button'
import row from '../../../components/buttons/RowButton.module.css'
import { Checkbox } from '../../../components/form/Checkbox'
import { useLangAttribute, useLocale, useText } from '../../../i18n/useText'
import styles from './FacetGroup.module.css'
import { orderedValues, shownValues } from './facetGroups'

interface Props {
  /** The searched text; another one shows other values. */
  q: string
  label: string
  values: readonly FacetValue[]
  openFirst: boolean
  chosen: ReadonlySet<string>
  nameOf: (value: string) => string
  /** Whether `nameOf` returns names in the screen language instead of English. */
  translated?: boolean
  /** Whether the facet is disjunctive. */
  any: boolean
  onAny: (isAny: boolean) => void
  onToggle: (value: string) => void
}

export function FacetGroup({
  q,
  label,
  values,
  openFirst,
  chosen,
  nameOf,
  translated = false,
  any,
  onAny,
  onToggle,
}: Props) {
  const t = useText(messages)
  const locale = useLocale()
  const catalogueLang = useLangAttribute()(translated ? undefined : 'en')
  const [open, setOpen] = useState<boolean | null>(null)
  const [all, setAll] = useState(false)
  const [prefix, setPrefix] = useState('')
  const id = useId()
  const isOpen = open ?? (openFirst || chosen.size > 0)
  /** Clicked values stay in place and keep the focus when they are deselected. */
  const [clicked, setClicked] = useState<ReadonlySet<string>>(new Set())
  const [shownQ, setShownQ] = useState(q)
  if (shownQ !== q) {
    setShownQ(q)
    setPrefix('')
    setClicked(new Set())
  }
  const alwaysShown = new Set([...chosen, ...clicked])
  const ordered = orderedValues(values, clicked, translated ? { nameOf, locale } : undefined)
  const { shown, more, hasFilterBox } = shownValues(ordered, { chosen: alwaysShown, all, prefix, nameOf })
  const toggle = (value: string) => {
    setClicked(new Set([...clicked, value]))
    onToggle(value)
  }
  return (
    <div className={styles.group}>
      <h3>
        <button
          type="button"
          className={`${row.button} ${styles.toggle}`}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <span id={`${id}-label`}>{label}</span>
          {chosen.size > 0 && <span className={styles.chosen}>{t('chosen', { count: chosen.size })}</span>}
          <ChevronDown aria-hidden />
        </button>
      </h3>
      {/* biome-ignore lint/a11y/useSemanticElements: the group is named by the heading above it */}
      <div id={id} role="group" aria-labelledby={`${id}-label`} hidden={!isOpen} className={styles.values}>
        {hasFilterBox && (
          <input
            type="search"
            className={styles.filter}
            aria-label={t('findIn', { group: label })}
            placeholder={t('findIn', { group: label })}
            value={prefix}
            onChange={(event) => setPrefix(event.target.value)}
          />
        )}
        <ul>
          {shown.map(({ value, count }) => (
            <li key={value}>
              <Checkbox checked={chosen.has(value)} onChange={() => toggle(value)}>
                <bdi lang={catalogueLang}>{nameOf(value)}</bdi> ({count.toLocaleString(locale)})
              </Checkbox>
            </li>
          ))}
        </ul>
        {/* Below the values, so that they do not move under the pointer when the first is selected. */}
        {chosen.size > 0 && <AllOrAny any={any} group={label} onAny={onAny} />}
        {shown.length === 0 && <p className={styles.none}>{t('nothingFound')}</p>}
        {(more > 0 || (all && prefix === '')) && (
          <Button
            variant="quiet"
            size="small"
            aria-label={t(all ? 'showFewerOf' : 'showMoreOf', { group: label })}
            onClick={() => setAll(!all)}
          >
            {t(all ? 'showFewer' : 'showMore')}
          </Button>
        )}
      </div>
    </div>
  )
}

interface AllOrAnyProps {
  any: boolean
  /** The label of the facet. */
  group: string
  onAny: (isAny: boolean) => void
}

function AllOrAny({ any, group, onAny }: AllOrAnyProps) {
  const t = useText(messages)
  const name = useId()
  const choice = (isAny: boolean) => (
    <label className={styles.choice}>
      <input type="radio" name={name} checked={any === isAny} onChange={() => onAny(isAny)} />
      <span>{t(isAny ? 'anyOfThese' : 'allOfThese')}</span>
    </label>
  )
  return (
    <fieldset className={styles.allOrAny}>
      <legend className="visually-hidden">{t('matchOf', { group })}</legend>
      {choice(false)}
      {choice(true)}
    </fieldset>
  )
}
