// The filter panel: 'Show obsolete', and a group of checkboxes for each facet with values.
import messages from 'messages:en/results'
import ChevronDown from 'lucide-react/icons/chevron-down'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { type ReactNode, useId, useState } from 'react'
import type { Facets, FacetValue, Filter } from '../../../api/catalogue/search'
import { useUser } from '../../../api/user'
import { Button } from '../../../components/buttons/Button'
import { Chip } from '../../../components/buttons/Chip'
import row from '../../../components/buttons/RowButton.module.css'
import { Skeleton } from '../../../components/feedback/Skeleton'
import { Checkbox } from '../../../components/form/Checkbox'
import { LazyDialog } from '../../../components/page/DialogButton'
import { useLangAttribute, useLocale, useText } from '../../../i18n/useText'
import { focusNeighbor } from '../../../lib/focusNeighbor'
import { lazyPart } from '../../../lib/page/lazyPart'
import resultsStyles from '../results/Results.module.css'
import { hasFilter } from '../searchAddress'
import facetGroupStyles from './FacetGroup.module.css'
import filterChipsStyles from './FilterChips.module.css'
import styles from './FilterPanel.module.css'
import { groupLabel, orderedValues, shownGroups, shownValues } from './facetGroups'
import type { FilterSheetControl } from './useFilterSheet'

interface Props {
  /** The searched text. */
  q: string
  /** Undefined until the first response. */
  facets: Facets | undefined
  filters: readonly Filter[]
  /** The disjunctive facets. */
  any: readonly string[]
  obsolete: boolean
  /** The displayed name of a facet value. */
  nameOf: (facet: string, value: string) => string
  onToggle: (filter: Filter) => void
  onAny: (facet: string, isAny: boolean) => void
  onObsolete: (obsolete: boolean) => void
  /** False if the container already has the title. */
  titled: boolean
}

/** Citations without a required value; for administrators. */
const incomplete: Filter = { incomplete: 'any' }

/** The facets used most, which are initially open. */
const openFirst = new Set(['audience', 'languages', 'material_format'])

export function FilterPanel({ q, facets, filters, any, obsolete, nameOf, onToggle, onAny, onObsolete, titled }: Props) {
  const { may } = useUser()
  const t = useText(messages)
  return (
    <div className={styles.panel}>
      {titled && <h2 className={styles.title}>{t('filtersTitle')}</h2>}
      <Checkbox checked={obsolete} onChange={(event) => onObsolete(event.target.checked)}>
        {t('showObsolete')}
      </Checkbox>
      {may('manageCatalogue') && (
        <Checkbox checked={hasFilter(filters, incomplete)} onChange={() => onToggle(incomplete)}>
          {t('incomplete')}
        </Checkbox>
      )}
      {facets === undefined && <PanelSkeleton />}
      {facets &&
        shownGroups(facets).map(({ facet, values }) => (
          <FacetGroup
            key={facet}
            q={q}
            label={t(facet)}
            values={values}
            openFirst={openFirst.has(facet)}
            chosen={
              new Set(values.filter(({ value }) => hasFilter(filters, { [facet]: value })).map(({ value }) => value))
            }
            nameOf={(value) => nameOf(facet, value)}
            translated={facet === 'languages'}
            any={any.includes(facet)}
            onAny={(isAny) => onAny(facet, isAny)}
            onToggle={(value) => onToggle({ [facet]: value })}
          />
        ))}
    </div>
  )
}

const PanelSkeleton = () => (
  <div className={styles.skeleton} aria-hidden="true">
    {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].map((row) => (
      <Skeleton key={row} width="half" kind="title" />
    ))}
  </div>
)

interface FacetGroupProps {
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

/** One collapsible facet of the filter panel. A facet with many values initially shows the most frequent ones. */
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
}: FacetGroupProps) {
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
    <div className={facetGroupStyles.group}>
      <h3>
        <button
          type="button"
          className={`${row.button} ${facetGroupStyles.toggle}`}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <span id={`${id}-label`}>{label}</span>
          {chosen.size > 0 && <span className={facetGroupStyles.chosen}>{t('chosen', { count: chosen.size })}</span>}
          <ChevronDown aria-hidden />
        </button>
      </h3>
      {/* biome-ignore lint/a11y/useSemanticElements: the group is named by the heading above it */}
      <div id={id} role="group" aria-labelledby={`${id}-label`} hidden={!isOpen} className={facetGroupStyles.values}>
        {hasFilterBox && (
          <input
            type="search"
            className={facetGroupStyles.filter}
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
        {shown.length === 0 && <p className={facetGroupStyles.none}>{t('nothingFound')}</p>}
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
    <label className={facetGroupStyles.choice}>
      <input type="radio" name={name} checked={any === isAny} onChange={() => onAny(isAny)} />
      <span>{t(isAny ? 'anyOfThese' : 'allOfThese')}</span>
    </label>
  )
  return (
    <fieldset className={facetGroupStyles.allOrAny}>
      <legend className="visually-hidden">{t('matchOf', { group })}</legend>
      {choice(false)}
      {choice(true)}
    </fieldset>
  )
}

interface FilterChipsProps {
  filters: readonly Filter[]
  nameOf: (facet: string, value: string) => string
  onRemove: (filter: Filter) => void
  onClear: () => void
  /** Gets the focus when the last chip is removed. */
  focusAfterLast: () => HTMLElement | null
}

/** The selected filters as removable chips, and 'Clear All'. */
export function FilterChips({ filters, nameOf, onRemove, onClear, focusAfterLast }: FilterChipsProps) {
  const t = useText(messages)
  if (filters.length === 0) return null
  return (
    <div className={filterChipsStyles.line}>
      <ul className={filterChipsStyles.chips} aria-label={t('chosenFilters')}>
        {filters.flatMap((filter) =>
          Object.entries(filter).map(([facet, value]) => (
            <li key={`${facet}:${value}`}>
              <Chip
                removeLabel={t('removeFilter', { group: groupLabel(t, facet), value: nameOf(facet, value) })}
                onRemove={(button) => {
                  focusNeighbor(button, 'li', focusAfterLast)
                  onRemove(filter)
                }}
              >
                {nameOf(facet, value)}
              </Chip>
            </li>
          )),
        )}
      </ul>
      <button type="button" className={filterChipsStyles.clear} onClick={onClear}>
        {t('clearAll')}
      </button>
    </div>
  )
}

const FilterSheet = lazyPart(() => import('./FilterSheet'))

interface ResponsiveFiltersProps {
  wide: boolean
  sheet: FilterSheetControl
  /** The number of selected filters. */
  chosen: number
  found: number
  panel: ReactNode
}

/** The filters as a rail beside the results on wide screens, otherwise as a sheet that a button opens. */
export function ResponsiveFilters({ wide, sheet, chosen, found, panel }: ResponsiveFiltersProps) {
  const t = useText(messages)
  if (wide) {
    return (
      <aside className={resultsStyles.rail} aria-label={t('filtersTitle')}>
        {panel}
      </aside>
    )
  }
  return (
    <div>
      <Button icon={<SlidersHorizontal aria-hidden />} aria-haspopup="dialog" onClick={sheet.show}>
        {t('filters', { count: chosen })}
      </Button>
      <LazyDialog open={sheet.open} onFailed={sheet.hide}>
        {(unmount) => (
          <FilterSheet
            title={t('filtersTitle')}
            closeLabel={t('showResults', { count: found })}
            open={sheet.open}
            onClose={sheet.hide}
            onClosed={unmount}
          >
            {panel}
          </FilterSheet>
        )}
      </LazyDialog>
    </div>
  )
}
