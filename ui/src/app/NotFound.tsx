// What any other address shows.
import { Link } from 'react-router-dom'
import { PageHeading } from '../components/PageHeading'
import { useTitle } from '../lib/useTitle'
import styles from './NotFound.module.css'

export function NotFound() {
  useTitle('Page not found')
  return (
    <div className={styles.page}>
      <PageHeading>Sorry! That page was not found.</PageHeading>
      <p>The address may be old, or have a typing error in it.</p>
      <p>
        <Link to="/">Click to return home.</Link>
      </p>
    </div>
  )
}
