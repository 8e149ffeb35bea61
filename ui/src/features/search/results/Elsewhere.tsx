// Searches for the same text at other sites: below results that may not be what was meant, and for staff always.
import parts from 'messages:en/parts'
import messages from 'messages:en/results'
import { Fragment } from 'react'
import type { SearchAnswer } from '../../../api/catalogue/search'
import { useConfig } from '../../../api/config'
import { VisuallyHidden } from '../../../components/page/VisuallyHidden'
import { useText } from '../../../i18n/useText'
import { isolate } from '../../../lib/text/isolate'
import { percentEncode } from '../../../lib/text/percentEncode'
import styles from './Elsewhere.module.css'

/** With fewer results, other sites may have more. */
const MIN_RESULTS = 5

export function Elsewhere({ q, hits }: { q: string; hits: SearchAnswer['hits'] }) {
  const t = useText(messages)
  const newTab = useText(parts)('newTab')
  const config = useConfig()
  const sites = config?.elsewhere ?? []
  const isShown = config?.signIn.signedIn || hits.understood?.sure === false || hits.found < MIN_RESULTS
  const text = q.trim()
  if (text === '' || sites.length === 0 || hits.notice || !isShown) return null
  return (
    <p className={styles.line}>
      {t('elsewhere', { q: isolate(text) })}
      {sites.map(({ name, url }, n) => (
        <Fragment key={url}>
          {n > 0 ? ' · ' : ' '}
          <a href={url.replace('{q}', () => percentEncode(text))} target="_blank" rel="noopener noreferrer">
            <bdi>{name}</bdi>
            <VisuallyHidden>{` ${newTab}`}</VisuallyHidden>
          </a>
        </Fragment>
      ))}
    </p>
  )
}
