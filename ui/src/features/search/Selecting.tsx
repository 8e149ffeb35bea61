// Selecting results, for administrators alone: nobody else loads this. The button that begins it, the tick of a row, what
// stands above the rows, and the bar below them that leads to the change.
import ListChecks from 'lucide-react/icons/list-checks'
import { type ReactNode, useEffect } from 'react'
import type { Hit } from '../../api/search'
import { Button, LinkButton } from '../../components/Button'
import dock from '../../components/Dock.module.css'
import { announce } from '../../components/StatusLine'
import { Tick } from '../../components/Tick'
import { EnglishOnly, useLangOf } from '../../i18n/useText'
import {
  changePath,
  clearSelection,
  type SelectedSearch,
  select,
  selectAll,
  selectedCount,
  setSelecting,
  showSearch,
  useSelection,
} from '../../session/selection'
import styles from './Selecting.module.css'

const number = (count: number) => count.toLocaleString('en-US')

const endedText = 'This is another search: what you had selected no longer is.'

/** Screens for administrators speak English, also within a page that does not. */
function English({ children }: { children: ReactNode }) {
  const lang = useLangOf()('en')
  return (
    <EnglishOnly value={true}>
      <div lang={lang} dir={lang && 'ltr'} className={styles.english}>
        {children}
      </div>
    </EnglishOnly>
  )
}

export function SelectButton() {
  const selecting = useSelection((selection) => selection.selecting)
  return (
    <English>
      <Button
        icon={<ListChecks aria-hidden />}
        aria-pressed={selecting}
        onClick={() => {
          setSelecting(!selecting)
          announce(selecting ? 'Selecting ended.' : 'Each result has a checkbox now.')
        }}
      >
        Select
      </Button>
    </English>
  )
}

const selectable = ({ id, fields: { title } }: Hit) => ({ id: id.slice(id.indexOf(':') + 1), title: title.join(' ') })

/** The tick of a row. */
export function RowTick({ hit }: { hit: Hit }) {
  const { id, title } = selectable(hit)
  const selecting = useSelection((selection) => selection.selecting)
  const isAll = useSelection(({ all }) => all !== null)
  const isTicked = useSelection(({ ticked }) => ticked.has(id))
  if (!selecting) return null
  return (
    <Tick
      label={`Select ${title}`}
      checked={isAll || isTicked}
      disabled={isAll}
      onChange={(event) => {
        select([{ id, title }], event.target.checked)
        announce(`${number(selectedCount(useSelection.getState()))} selected`)
      }}
    />
  )
}

interface ToolsProps {
  search: SelectedSearch
  /** Where this page of results is. */
  address: string
  hits: readonly Hit[]
  found: number
}

/** Selecting a whole page, or everything that was found. */
export function SelectTools({ search, address, hits, found }: ToolsProps) {
  const { selecting, ticked, all, ended } = useSelection()
  // The outside world: which results are shown; those of another search end what was selected.
  useEffect(() => showSearch(search, address), [search, address])
  useEffect(() => {
    if (ended && selecting) announce(endedText)
  }, [ended, selecting])
  if (!selecting) return null
  const page = hits.map(selectable)
  const tickedHere = page.filter(({ id }) => ticked.has(id)).length
  return (
    <English>
      <div className={styles.tools}>
        <span className={styles.whole}>
          <Tick
            label="Select all on this page"
            checked={all !== null || (page.length > 0 && tickedHere === page.length)}
            partly={all === null && tickedHere > 0 && tickedHere < page.length}
            disabled={all !== null}
            onChange={(event) => {
              select(page, event.target.checked)
              announce(`${number(selectedCount(useSelection.getState()))} selected`)
            }}
          />
          <span aria-hidden>All on this page</span>
        </span>
        {all === null && found > page.length && (
          <Button
            size="small"
            variant="quiet"
            onClick={() => {
              selectAll(found)
              announce(`All ${number(found)} found are selected.`)
            }}
          >
            {`Select all ${number(found)} found`}
          </Button>
        )}
      </div>
      {ended && <p className={styles.ended}>{endedText}</p>}
    </English>
  )
}

/** How many are selected, and what can be done with them. */
export function SelectDock() {
  const { selecting, ticked, all } = useSelection()
  const count = selectedCount({ ticked, all })
  if (!selecting || count === 0) return null
  return (
    <English>
      <div className={dock.dock}>
        <section aria-label="Selected citations" className={dock.bar}>
          <p className={dock.count}>{all === null ? `${number(count)} selected` : `All ${number(count)} found`}</p>
          <Button
            variant="quiet"
            onClick={() => {
              clearSelection()
              announce('Nothing is selected.')
            }}
          >
            Clear
          </Button>
          <LinkButton variant="primary" to={changePath}>
            Change…
          </LinkButton>
        </section>
      </div>
    </English>
  )
}
