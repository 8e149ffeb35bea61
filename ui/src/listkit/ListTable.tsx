// The table of a list, each of whose columns is declared once: header, cells, and the label of the cells on phones.
import { Fragment, type KeyboardEventHandler, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Table } from '../components/list/Table'
import { citationPath } from '../paths'
import styles from './ListTable.module.css'

export interface Column<Row> {
  header: string
  /** Shown at the top instead of `header`. */
  head?: ReactNode
  cell: (row: Row) => ReactNode
  /** What its cells are (see `Table`); numbers of a numeric column are formatted. A `rowHeader` is a name that is a header. */
  is?: 'name' | 'rowHeader' | 'numeric' | 'actions' | 'select' | 'state' | 'whole'
  /** Labels its cells on phones instead of `header`; empty for none. Names, actions and checkboxes have none. */
  label?: string
  dir?: 'auto'
  className?: string | undefined
}

/** The columns of a table; `false` stands for one that is not shown. */
export type Columns<Row> = readonly (Column<Row> | false)[]

interface Props<Row> {
  /** Describes the table to screen readers. */
  caption: string
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  columns: Columns<Row>
  /** How rows become blocks on phones; `inline` puts short cells side by side. */
  stacked?: true | 'inline'
  className?: string | undefined
  /** The row with its cells; by default a `tr` without attributes. */
  tr?: (row: Row, cells: ReactNode) => ReactNode
  /** Rows below the others. */
  foot?: ReactNode
  onKeyDown?: KeyboardEventHandler<HTMLElement>
}

export const ListTable = <Row,>({
  rows,
  rowKey,
  columns,
  tr,
  foot,
  onKeyDown,
  stacked = true,
  ...table
}: Props<Row>) => (
  <Table stacked={stacked} {...table}>
    <thead>
      <tr>
        {shownColumns(columns).map(({ header, head, is }) => (
          <th key={header} scope="col" {...(is === 'numeric' || is === 'actions' ? { [`data-${is}`]: true } : {})}>
            {head ?? header}
          </th>
        ))}
      </tr>
    </thead>
    <tbody onKeyDown={onKeyDown}>
      {rows.map((row) => {
        const cells = <Cells columns={columns} row={row} />
        return <Fragment key={rowKey(row)}>{tr ? tr(row, cells) : <tr>{cells}</tr>}</Fragment>
      })}
      {foot}
    </tbody>
  </Table>
)

const shownColumns = <Row,>(columns: Columns<Row>) => columns.filter((column) => column !== false)

const withoutLabel: readonly Column<never>['is'][] = ['name', 'rowHeader', 'actions', 'select']

/** The cells of a row. */
export const Cells = <Row,>({ columns, row }: { columns: Columns<Row>; row: Row }) =>
  shownColumns(columns).map(({ header, cell, is, label = withoutLabel.includes(is) ? '' : header, dir, className }) => {
    const content = cell(row)
    const shown = typeof content === 'number' && is === 'numeric' ? content.toLocaleString('en-US') : content
    const attributes = { 'data-label': label || undefined, dir, className }
    if (is === 'rowHeader') {
      return (
        <th key={header} scope="row" data-name {...attributes}>
          {shown}
        </th>
      )
    }
    return (
      <td key={header} {...attributes} {...(is ? { [`data-${is}`]: true } : {})}>
        {shown}
      </td>
    )
  })

/** What `handoutColumn` shows of a row. */
interface Handout {
  readableId: string
  title: string
  department?: string | null
}

/** The first column of a list of language versions: the title of the citation, which links to it, and the department. */
export const handoutColumn = (header: string): Column<Handout> => ({
  header,
  is: 'name',
  className: styles.cell,
  cell: ({ readableId, title, department }) => (
    <>
      <CitationLink id={readableId} title={title} />
      {department && <p className={styles.department}>{department}</p>}
    </>
  ),
})

/** A link to a citation by its readable ID, or its ID. */
export const CitationLink = ({ id, title }: { id: string; title: string }) => (
  <Link to={citationPath(id)} dir="auto">
    {title}
  </Link>
)
