// The first column of a list of language versions: the title of the citation, which links to it, and the department.
import { Link } from 'react-router-dom'
import { citationPath } from '../paths'
import styles from './handoutColumn.module.css'
import type { Column } from './ListTable'

interface Entry {
  readableId: string
  title: string
  department?: string | null
}

export const handoutColumn = (header: string): Column<Entry> => ({
  header,
  is: 'name',
  className: styles.cell,
  cell: ({ readableId, title, department }) => (
    <>
      <Link to={citationPath(readableId)} dir="auto">
        {title}
      </Link>
      {department && <p className={styles.department}>{department}</p>}
    </>
  ),
})
