// Tries a search with a synonym that is not saved yet: the first results before and after.
import t from 'messages:staff/synonyms'
import { useState } from 'react'
import { type SynonymDraft, type TrialOutcome, trySynonym } from '../../api/maintenance/thesaurus'
import { asProblem } from '../../api/problem'
import { useSingleMutation } from '../../api/useSingleMutation'
import { Button } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import { TextField } from '../../components/form/TextField'
import styles from './SynonymsPage.module.css'

interface Props {
  draft: SynonymDraft
  /** The ID of the synonym; undefined for a new one. */
  id: string | undefined
  firstText: string
  /** Called with an error, whose invalid fields belong to the draft. */
  onErrors: (error: Error) => void
}

export function SynonymTrial({ draft, id, firstText, onErrors }: Props) {
  const [q, setQ] = useState(firstText)
  const trial = useSingleMutation({
    mutationFn: (tried: Tried) => trySynonym(tried.q, tried.draft, id),
    onError: onErrors,
  })
  // A changed text or draft hides the result.
  const isCurrent = trial.variables?.q === q && isSameDraft(trial.variables.draft, draft)
  const problem = isCurrent && trial.error ? asProblem(trial.error) : undefined
  return (
    <>
      <div className={styles.trial}>
        <div className={styles.tools}>
          <TextField
            label={t('trySearch')}
            dir="auto"
            maxLength={500}
            value={q}
            onChange={(event) => setQ(event.target.value)}
          />
          <Button busy={trial.isPending} disabled={q.trim() === ''} onClick={() => trial.mutate({ q, draft })}>
            {t('tryIt')}
          </Button>
        </div>
        {isCurrent && trial.data && (
          <div className={styles.sides} role="status">
            <Side name={t('before')} label={t('firstResultsBefore')} results={trial.data.before} />
            <Side name={t('after')} label={t('firstResultsAfter')} results={trial.data.after} />
          </div>
        )}
      </div>
      {problem && problem.fieldErrors.length === 0 && (
        <Notice kind="error" title={t('searchNotTried')}>
          {problem.detail || problem.title}
        </Notice>
      )}
    </>
  )
}

interface Tried {
  q: string
  draft: SynonymDraft
}

const isSameDraft = (a: SynonymDraft, b: SynonymDraft) =>
  a.oneWay === b.oneWay && a.terms.join('\n') === b.terms.join('\n')

interface SideProps {
  name: string
  label: string
  results: TrialOutcome['before']
}

const Side = ({ name, label, results }: SideProps) => (
  <section aria-label={label}>
    <h2>{name}</h2>
    <p className={styles.muted}>{t('found', { found: results.found })}</p>
    <ol>
      {results.titles.map((title, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: titles may repeat, and the list never changes
        <li key={n} dir="auto">
          {title}
        </li>
      ))}
    </ol>
  </section>
)
