// Adds or changes a synonym, and previews what a search would find with it.

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { searchKey } from '../../api/catalogue/search'
import { type Synonym, saveSynonym, thesaurusKey, trySynonym } from '../../api/maintenance/thesaurus'
import { asProblem } from '../../api/problem'
import { Button } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import { announce } from '../../components/feedback/StatusLine'
import { Checkbox } from '../../components/form/Checkbox'
import { TextArea, TextField } from '../../components/form/TextField'
import styles from './SynonymsPage.module.css'

interface Props {
  /** The synonym to change; undefined to add one. */
  synonym?: Synonym
  /** The first term of a new synonym. */
  firstTerm?: string
  onClose: () => void
}

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

export function SynonymEditor({ synonym, firstTerm = '', onClose }: Props) {
  const client = useQueryClient()
  const [text, setText] = useState(synonym ? synonym.terms.join('\n') : firstTerm && `${firstTerm}\n`)
  const [oneWay, setOneWay] = useState(synonym?.oneWay ?? false)
  const [q, setQ] = useState(synonym?.terms[0] ?? firstTerm)
  const draft = { terms: linesOf(text), oneWay }
  const trial = useMutation({ mutationFn: () => trySynonym(q, draft, synonym?.id) })
  const saving = useMutation({
    mutationFn: () => saveSynonym(draft, synonym),
    onSuccess: async (saved) => {
      announce(`${saved.terms.join(', ')}: saved.`)
      await client.invalidateQueries({ queryKey: thesaurusKey })
      void client.invalidateQueries({ queryKey: searchKey })
      onClose()
    },
  })
  const failed = saving.error ?? trial.error
  const problem = failed ? asProblem(failed) : undefined
  const fieldErrors = problem?.fieldErrors.map(({ message }) => message).join(' ')
  const change = () => {
    saving.reset()
    trial.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!saving.isPending) saving.mutate()
  }
  return (
    <form noValidate className={styles.editor} aria-label={synonym ? 'Edit Synonym' : 'Add Synonym'} onSubmit={submit}>
      <TextArea
        label="Terms"
        required
        autoFocus
        rows={4}
        dir="auto"
        hint="One per line, 2 to 20."
        value={text}
        error={fieldErrors || undefined}
        onChange={(event) => {
          setText(event.target.value)
          change()
        }}
      />
      <Checkbox
        checked={oneWay}
        onChange={(event) => {
          setOneWay(event.target.checked)
          change()
        }}
      >
        One way: the first term finds the others, not the reverse
      </Checkbox>
      <div className={styles.trial}>
        <div className={styles.tools}>
          <TextField
            label="Try a search"
            dir="auto"
            maxLength={500}
            value={q}
            onChange={(event) => {
              setQ(event.target.value)
              trial.reset()
            }}
          />
          <Button busy={trial.isPending} disabled={q.trim() === ''} onClick={() => trial.mutate()}>
            Try it
          </Button>
        </div>
        {trial.data && (
          <div className={styles.sides} role="status">
            {(['before', 'after'] as const).map((side) => (
              <section key={side} aria-label={side === 'before' ? 'First results before' : 'First results after'}>
                <h2>{side === 'before' ? 'Before' : 'After'}</h2>
                <p className={styles.muted}>{`${trial.data[side].found.toLocaleString('en-US')} found`}</p>
                <ol>
                  {trial.data[side].titles.map((title, n) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: titles may repeat, and the list never changes
                    <li key={n} dir="auto">
                      {title}
                    </li>
                  ))}
                </ol>
              </section>
            ))}
          </div>
        )}
      </div>
      {problem && !fieldErrors && (
        <Notice kind="error" title={saving.isError ? 'The synonym was not saved.' : 'The search could not be tried.'}>
          {problem.detail || problem.title}
        </Notice>
      )}
      <div className={styles.actions}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={saving.isPending}>
          {synonym ? 'Save Changes' : 'Save'}
        </Button>
      </div>
    </form>
  )
}
