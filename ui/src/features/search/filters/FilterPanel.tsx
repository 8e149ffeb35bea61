// The filter panel: 'Show obsolete', and a group of checkboxes for each facet with values.
import messages from 'messages:en/results'
import type { Facets, Filter } from '../../../api/catalogue/search'
import { useUser } from '../../../api/user'
import { Skeleton } from '../../../components/feedback/Skeleton'
import { Checkbox } from '../../../components/form/Checkbox'
import { useText } from '../../../i18n/useText'
import { hasFilter } from '../searchAddress'
import { FacetGroup } from './FacetGroup'
import styles from './FilterPanel.module.css'
import { shownGroups } from './facetGroups'

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
