// The first cell of a row about a language version: the title of its citation, which links to it, and the department.
import { Link } from 'react-router-dom'
import { citationPath } from '../paths'
import styles from './HandoutCell.module.css'

interface Props {
  entry: { readableId: string; title: string; department?: string | null }
}

export const HandoutCell = ({ entry: { readableId, title, department } }: Props) => (
  <td data-name className={styles.cell}>
    <Link to={citationPath(readableId)} dir="auto">
      {title}
    </Link>
    {department && <p className={styles.department}>{department}</p>}
  </td>
)
