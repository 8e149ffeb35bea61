// What the hospital promotes for a text, above the results.
import parts from 'messages:en/parts'
import messages from 'messages:en/results'
import { Link } from 'react-router-dom'
import type { PromotedResult } from '../../../api/catalogue/search'
import { CatalogueTitle } from '../../../components/page/CatalogueTitle'
import { VisuallyHidden } from '../../../components/page/VisuallyHidden'
import { useText } from '../../../i18n/useText'
import { useShownTitle } from '../../../parts/language/useShownTitle'
import { citationPath, packetPath } from '../../../paths'
import styles from './Promoted.module.css'

export function Promoted({ results }: { results: readonly PromotedResult[] }) {
  const t = useText(messages)
  if (results.length === 0) return null
  return (
    <section aria-labelledby="promoted" className={styles.promoted}>
      <h2 id="promoted">{t('fromHospital')}</h2>
      <ul>
        {results.map((result) => (
          <li key={result.citation ?? result.packet ?? result.url}>
            <Row result={result} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Row({ result: { title, packet, url, readableId, version } }: { result: PromotedResult }) {
  const newTab = useText(parts)('newTab')
  const shown = useShownTitle()(title, [], version)
  if (url) {
    return (
      <a href={url} target="_blank" rel="noopener noreferrer" dir="auto" lang={shown.lang}>
        {shown.text}
        <VisuallyHidden>{` ${newTab}`}</VisuallyHidden>
      </a>
    )
  }
  return (
    <>
      <Link to={(packet ? packetPath : citationPath)(readableId ?? '')} dir={shown.dir} lang={shown.lang}>
        {shown.text}
      </Link>
      <CatalogueTitle {...shown.below} />
    </>
  )
}
