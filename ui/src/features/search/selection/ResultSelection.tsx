// The selection of results for a bulk edit, loaded only for administrators: the button that starts it, the checkbox of a row,
// the controls above the rows, and the bar that links to the bulk edit.
import t from 'messages:staff/selection'
import ListChecks from 'lucide-react/icons/list-checks'
import { type ReactNode, useEffect } from 'react'
import { flushSync } from 'react-dom'
import type { Hit } from '../../../api/catalogue/search'
import { Button, LinkButton } from '../../../components/buttons/Button'
import { announce } from '../../../components/feedback/Notice'
import { SelectionCheckbox } from '../../../components/form/TextField'
import dock from '../../../components/page/Dock.module.css'
import { EnglishOnly, useLangAttribute } from '../../../i18n/useText'
import {
  changePath,
  clearSelection,
  type SelectedSearch,
  select,
  selectAll,
  selectedCount,
  setSelecting,
  showSearch,
  useCitationSelection,
} from '../../../session/citationSelection'
import styles from './ResultSelection.module.css'

const endedText = t('anotherSearch')

/** The link of the dock to the bulk edit, which is the next control after all results are selected. */
const changeLinkId = 'change-selected'

/** Controls for administrators are in English, also on a page in another language. */
function English({ children }: { children: ReactNode }) {
  const lang = useLangAttribute()('en')
  return (
    <EnglishOnly value={true}>
      <div lang={lang} dir={lang && 'ltr'} className={styles.english}>
        {children}
      </div>
    </EnglishOnly>
  )
}

export function SelectButton() {
  const selecting = useCitationSelection((selection) => selection.selecting)
  return (
    <English>
      <Button
        icon={<ListChecks aria-hidden />}
        aria-pressed={selecting}
        onClick={() => {
          setSelecting(!selecting)
          announce(selecting ? t('selectionEnded') : t('eachResultNowCheckbox'))
        }}
      >
        {t('select')}
      </Button>
    </English>
  )
}

const selectable = ({ id, fields: { title } }: Hit) => ({ id: id.slice(id.indexOf(':') + 1), title: title.join(' ') })

/** The checkbox of a row. */
export function ResultCheckbox({ hit }: { hit: Hit }) {
  const { id, title } = selectable(hit)
  const selecting = useCitationSelection((selection) => selection.selecting)
  const isAll = useCitationSelection(({ all }) => all !== null)
  const isSelected = useCitationSelection(({ selected }) => selected.has(id))
  if (!selecting) return null
  return (
    <SelectionCheckbox
      label={t('selectTitle', { title })}
      checked={isAll || isSelected}
      disabled={isAll}
      onChange={(event) => {
        select([{ id, title }], event.target.checked)
        announce(t('countSelected', { count: selectedCount(useCitationSelection.getState()) }))
      }}
    />
  )
}

interface ToolsProps {
  search: SelectedSearch
  /** The URL of this page of results. */
  address: string
  hits: { hit: readonly Hit[]; found: number }
}

/** Selects a whole page, or all results. */
export function SelectTools({ search, address, hits: { hit: hits, found } }: ToolsProps) {
  const { selecting, selected, all, ended } = useCitationSelection()
  // External system: the selection store. Another search clears the selection.
  useEffect(() => showSearch(search, address), [search, address])
  useEffect(() => {
    if (ended && selecting) announce(endedText)
  }, [ended, selecting])
  if (!selecting) return null
  const page = hits.map(selectable)
  const selectedHere = page.filter(({ id }) => selected.has(id)).length
  return (
    <English>
      <div className={styles.tools}>
        <span className={styles.whole}>
          <SelectionCheckbox
            label={t('selectAllOnPage')}
            checked={all !== null || (page.length > 0 && selectedHere === page.length)}
            indeterminate={all === null && selectedHere > 0 && selectedHere < page.length}
            disabled={all !== null}
            onChange={(event) => {
              select(page, event.target.checked)
              announce(t('countSelected', { count: selectedCount(useCitationSelection.getState()) }))
            }}
          />
          <span aria-hidden>{t('allOnPage')}</span>
        </span>
        {all === null && found > page.length && (
          <Button
            size="small"
            variant="quiet"
            onClick={() => {
              // This button is removed.
              flushSync(() => selectAll(found))
              document.getElementById(changeLinkId)?.focus({ preventScroll: true })
              announce(t('allFoundSelected', { count: found }))
            }}
          >
            {t('selectAllFound', { count: found })}
          </Button>
        )}
      </div>
      {ended && <p className={styles.ended}>{endedText}</p>}
    </English>
  )
}

/** The number of selected results, and the actions for them. `onLeave` moves the focus before the dock is removed. */
export function SelectDock({ onLeave }: { onLeave: () => void }) {
  const { selecting, selected, all } = useCitationSelection()
  const count = selectedCount({ selected, all })
  if (!selecting || count === 0) return null
  return (
    <English>
      <div className={dock.dock}>
        <section aria-label={t('selectedCitations')} className={dock.bar}>
          <p className={dock.count}>{all === null ? t('countSelected', { count }) : t('allFound', { count })}</p>
          <Button
            variant="quiet"
            onClick={() => {
              onLeave()
              clearSelection()
              announce(t('selectionCleared'))
            }}
          >
            {t('clear')}
          </Button>
          <LinkButton id={changeLinkId} variant="primary" to={changePath}>
            {t('change')}
          </LinkButton>
        </section>
      </div>
    </English>
  )
}
