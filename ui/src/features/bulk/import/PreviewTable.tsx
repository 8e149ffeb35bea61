// The rows of a preview: what changes field by field, bad cells, and the choices of a row.
import t from 'messages:staff/import'
import { Link } from 'react-router-dom'
import type { PreviewRow, RowOutcome } from '../../../api/catalogue/imports'
import { Badge } from '../../../components/feedback/Badge'
import { controlClass } from '../../../components/form/Field'
import { ListTable } from '../../../listkit/ListTable'
import { citationPath } from '../../../paths'
import { choicesOf, decisionValue, proposedValue, type useDecisions } from './decisions'
import styles from './Import.module.css'
import { fieldLabel } from './targets'

/** More are in a closed part of the row. */
const MAX_CHANGES = 8

const outcomes: Readonly<Record<RowOutcome, string>> = {
  new: t('new'),
  changed: t('changed'),
  unchanged: t('unchanged'),
  bad: t('bad'),
  skipped: t('skipped'),
}

/** Null where rows take no decisions: JSON Lines says itself what it replaces. */
type Choices = Pick<ReturnType<typeof useDecisions>, 'of' | 'decide'> | null

export const PreviewTable = ({ rows, choices }: { rows: readonly PreviewRow[]; choices: Choices }) => (
  <ListTable
    caption={t('rowsCaption')}
    rows={rows}
    rowKey={({ row }) => row}
    className={styles.rows}
    columns={[
      { header: t('row'), is: 'numeric', cell: ({ row }) => String(row) },
      { header: t('title'), is: 'name', cell: (row) => <Title row={row} /> },
      {
        header: t('outcome'),
        cell: ({ outcome }) => <Badge strong={outcome === 'bad'}>{outcomes[outcome]}</Badge>,
      },
      { header: t('changes'), label: '', cell: (row) => <RowChanges row={row} choices={choices} /> },
    ]}
  />
)

function Title({ row: { id, title, outcome } }: { row: PreviewRow }) {
  const shown = title || id || t('noTitle')
  return id !== null && outcome !== 'new' ? (
    <Link to={citationPath(id)} dir="auto">
      {shown}
    </Link>
  ) : (
    <span dir="auto">{shown}</span>
  )
}

const RowChanges = ({ row, choices }: { row: PreviewRow; choices: Choices }) => (
  <>
    {row.cells.length > 0 && (
      <ul className={styles.changes}>
        {row.cells.map((cell) => (
          <li key={`${cell.cell} ${cell.message}`} className={cell.bad === false ? undefined : styles.bad}>
            {cellText(cell)}
          </li>
        ))}
      </ul>
    )}
    {/* Of a new citation everything is new. */}
    <Changes changes={row.outcome === 'unchanged' ? [] : row.changes} />
    {choices && <Choice row={row} choices={choices} />}
  </>
)

/** 'B4, Publication Date, “13/45/2020”: This is not a date.' */
function cellText({ cell, field, value, message }: PreviewRow['cells'][number]): string {
  if (cell === '') return t('rowMessage', { message })
  const label = fieldLabel(field)
  return value === ''
    ? t('cellMessage', { cell, field: label, message })
    : t('cellMessageWithValue', { cell, field: label, value, message })
}

function Changes({ changes }: Pick<PreviewRow, 'changes'>) {
  const rest = changes.slice(MAX_CHANGES)
  return (
    <>
      <ChangeList changes={changes.slice(0, MAX_CHANGES)} />
      {rest.length > 0 && (
        <details>
          <summary>{t('moreChanges', { count: rest.length })}</summary>
          <ChangeList changes={rest} />
        </details>
      )}
    </>
  )
}

function ChangeList({ changes }: Pick<PreviewRow, 'changes'>) {
  if (changes.length === 0) return null
  return (
    <ul className={styles.changes}>
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          {`${fieldLabel(field)}: `}
          {before !== null && (
            <>
              <del>
                <bdi>{before || t('empty')}</bdi>
              </del>
              {' → '}
            </>
          )}
          <ins>
            <bdi>{after || t('empty')}</bdi>
          </ins>
        </li>
      ))}
    </ul>
  )
}

/** What is done with a row, where something else than the proposal is possible. */
function Choice({ row, choices }: { row: PreviewRow; choices: NonNullable<Choices> }) {
  if (row.outcome === 'unchanged' && row.likely.length === 0) return null
  const { updates, mayAdd } = choicesOf(row)
  const decision = choices.of(row)
  const proposed = proposedValue(row)
  return (
    <select
      aria-label={t('decide', { row: String(row.row) })}
      className={controlClass}
      value={decision ? decisionValue(decision) : proposed}
      onChange={({ target }) => choices.decide(row, target.value)}
    >
      {proposed === '' && <option value="">{t('decideChoose')}</option>}
      {updates.map(({ value, title, same }) => (
        <option key={value} value={value}>
          {same === ''
            ? t('update')
            : t('updateTitle', { title, same: same === 'number' ? t('sameNumber') : t('sameTitle') })}
        </option>
      ))}
      {mayAdd && <option value="add">{t('add')}</option>}
      <option value="skip">{t('skip')}</option>
    </select>
  )
}
