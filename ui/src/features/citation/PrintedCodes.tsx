// The QR codes of a printed citation. On screen they are there but not shown, so that they have come when the page is printed.
import { useEffect, useState } from 'react'
import { type Citation, qrPath } from '../../api/citations'
import { sortedVersions } from './LanguageTable'
import styles from './PrintedCodes.module.css'

/** After what matters has loaded. */
const wait_ms = 1_500

export function PrintedCodes({ citation }: { citation: Citation }) {
  const [wanted, setWanted] = useState(false)
  // The outside world: a timer, and the browser about to print.
  useEffect(() => {
    const want = () => setWanted(true)
    const timer = setTimeout(want, wait_ms)
    window.addEventListener('beforeprint', want)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('beforeprint', want)
    }
  }, [])
  if (!wanted) return null
  return (
    <ul className={styles.codes} aria-hidden="true">
      {sortedVersions(citation.languages).flatMap(({ lang, url }) =>
        url
          ? [
              <li key={`${lang}-${url}`}>
                <img src={qrPath(citation.id, url, 'code')} alt="" width={192} height={192} />
                <span>{lang}</span>
              </li>,
            ]
          : [],
      )}
    </ul>
  )
}
