// Adds or changes a synonym, and previews what a search would find with it.
import t from 'messages:staff/synonyms'
import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import {
  reloadThesaurus,
  type Synonym,
  type SynonymDraft,
  saveSynonym,
  type TrialOutcome,
  trySynonym,
} from '../../api/maintenance/thesaurus'
import { asProblem, type Problem } from '../../api/problem'
import { useSingleMutation } from '../../api/useSingleMutation'
import { Button } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import { Checkbox } from '../../components/form/Checkbox'
import { TextArea, TextField } from '../../components/form/TextField'
import { fieldOf } from '../../formkit/FormShell'
import { messagesOf, RowEditor, useRowForm } from '../../formkit/RowEditor'
import styles from './SynonymsPage.module.css'

interface Props {
  /** The synonym to change; undefined to add one. */
  synonym?: Synonym
  /** The first term of a new synonym. */
  firstTerm?: string
  onClose: () => void
}

interface Values {
  /** A term on each line. */
  text: string
  oneWay: boolean
}

const toDraft = ({ text, oneWay }: Values) => ({
  terms: text.split('\n').filter((line) => line.trim() !== ''),
  oneWay,
})

const showErrors = (problem: Problem, form: UseFormReturn<Values>) => {
  const message = messagesOf(problem)
  if (message) form.setError('text', { type: 'server', message })
}

export function SynonymEditor({ synonym: listed, firstTerm = '', onClose }: Props) {
  const editor = useRowForm({
    row: listed,
    valuesOf: (row): Values => ({
      text: row ? row.terms.join('\n') : firstTerm && `${firstTerm}\n`,
      oneWay: row?.oneWay ?? false,
    }),
    save: (values, row) => saveSynonym(toDraft(values), row),
    reload: reloadThesaurus,
    done: ({ terms }) => t('termsSaved', { terms: terms.join(', ') }),
    onRefused: showErrors,
    onClose,
  })
  const { form, row: synonym, saving } = editor
  const [text, oneWay] = useWatch({ control: form.control, name: ['text', 'oneWay'] })
  const reset = () => {
    form.clearErrors()
    saving.reset()
  }
  return (
    <RowEditor
      editor={editor}
      label={synonym ? t('editSynonym') : t('addSynonym')}
      failure={t('synonymNotSaved')}
      onClose={onClose}
    >
      <TextArea
        {...fieldOf(form, 'text', { onChange: reset })}
        label={t('terms')}
        required
        autoFocus
        rows={4}
        dir="auto"
        hint={t('onePerLine')}
      />
      <Checkbox {...form.register('oneWay', { onChange: reset })}>{t('oneWayLabel')}</Checkbox>
      <SynonymTrial
        draft={toDraft({ text, oneWay })}
        id={synonym?.id}
        firstText={synonym?.terms[0] ?? firstTerm}
        onErrors={(error) => showErrors(asProblem(error), form)}
      />
    </RowEditor>
  )
}

interface SynonymTrialProps {
  draft: SynonymDraft
  /** The ID of the synonym; undefined for a new one. */
  id: string | undefined
  firstText: string
  /** Called with an error, whose invalid fields belong to the draft. */
  onErrors: (error: Error) => void
}

/** Tries a search with a synonym that is not saved yet: the first results before and after. */
function SynonymTrial({ draft, id, firstText, onErrors }: SynonymTrialProps) {
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
          <TextField label={t('trySearch')} dir="auto" maxLength={500} value={q} onValue={setQ} />
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
