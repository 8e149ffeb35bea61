// What has to be completed or corrected before the citation can be saved, each as a link to its field.
import type { MouseEvent } from 'react'
import styles from './CitationForm.module.css'
import type { Fault } from './formValues'

export function FaultSummary({ faults }: { faults: readonly Fault[] }) {
  if (faults.length === 0) return null
  // Without an entry in the browser's history: Back leads to the page before.
  const focus = (event: MouseEvent, id: string) => {
    event.preventDefault()
    document.getElementById(id)?.focus()
  }
  return (
    <section aria-labelledby="summary" className={styles.summary} role="alert">
      <h2 id="summary">Please complete these fields</h2>
      <ul>
        {faults.map(({ id, message }) => (
          <li key={`${id} ${message}`}>
            <a href={`#${id}`} onClick={(event) => focus(event, id)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
