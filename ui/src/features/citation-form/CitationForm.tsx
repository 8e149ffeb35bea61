// The form itself: sections, sticky bar, summary of what is missing, save with its outcomes.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { addressId, type Citation, citationQuery } from '../../api/citations'
import { departmentsQuery } from '../../api/departments'
import { saveCitation, versionsQuery } from '../../api/editing'
import { asProblem, Problem } from '../../api/problem'
import { facetsQuery } from '../../api/search'
import { Button } from '../../components/Button'
import { Checkbox } from '../../components/Checkbox'
import { Combobox, MultiCombobox } from '../../components/Combobox'
import { Dialog } from '../../components/Dialog'
import { Notice } from '../../components/Notice'
import { Overlay } from '../../components/Overlay'
import { PageHeading } from '../../components/PageHeading'
import { SelectField, TextArea, TextField } from '../../components/TextField'
import { useLeaveGuard } from '../../lib/useLeaveGuard'
import { useTitle } from '../../lib/useTitle'
import { citationPath, patterns } from '../../paths'
import styles from './CitationForm.module.css'
import { Conflict } from './Conflict'
import {
  citationOf,
  emptyForm,
  type Fault,
  type FormValues,
  fieldId,
  fields,
  idOfServerField,
  missing,
  valuesOf,
} from './formValues'
import { History } from './History'
import { LanguageRows } from './LanguageRows'

/** Facets are asked for again so long after a save: other citations may follow it. */
const facetsAgainMs = 30_000

interface Props {
  original?: Citation
  etag?: string | null
  /** Loads the citation anew, after a restore or a conflict. */
  reload?: () => Promise<unknown>
}

type TextName = {
  [Name in keyof FormValues]: FormValues[Name] extends string ? Name : never
}[keyof FormValues]
type ListName = 'authors' | 'keywords' | 'tags' | 'audience'

export function CitationForm({ original, etag, reload }: Props) {
  const adding = original === undefined
  useTitle(adding ? 'Adding New Resource' : `Editing — ${original.title}`, true)
  const navigate = useNavigate()
  const client = useQueryClient()
  const facets = useQuery(facetsQuery).data ?? {}
  const departments = useQuery(departmentsQuery).data ?? []
  const form = useForm<FormValues>({ defaultValues: original ? valuesOf(original) : emptyForm })
  const { control, register, watch, formState, reset, getValues } = form
  const [tried, setTried] = useState(false)
  const [fromServer, setFromServer] = useState<Fault[]>([])
  const [saved, setSaved] = useState<Citation | null>(null)
  /** The state that a save replaces; moves on when somebody keeps editing over another's change. */
  const replaces = useRef(etag)

  // The outside world: the citation was loaded anew.
  useEffect(() => {
    replaces.current = etag
    if (original) reset(valuesOf(original))
  }, [original, etag, reset])

  const values = watch()
  const faults = [...(tried ? missing(values) : []), ...fromServer]
  const errorOf = (id: string) => faults.find((fault) => fault.id === id)?.message
  const guard = useLeaveGuard({ unsaved: formState.isDirty && saved === null })

  const saving = useMutation({
    mutationFn: (next: FormValues) => saveCitation(citationOf(next, original), original?.id, replaces.current),
    onSuccess: (citation) => {
      if (!citation) return
      setSaved(citation)
      void client.invalidateQueries({ queryKey: ['search'] })
      void client.invalidateQueries(facetsQuery)
      setTimeout(() => void client.invalidateQueries(facetsQuery), facetsAgainMs)
      for (const id of [citation.id, addressId(citation)])
        client.removeQueries({ queryKey: citationQuery(id).queryKey })
      client.removeQueries({ queryKey: versionsQuery(citation.id).queryKey })
    },
    onError: (error) => {
      setFromServer(asProblem(error).fieldErrors.map(({ field, message }) => ({ id: idOfServerField(field), message })))
    },
  })
  const problem = saving.isError ? asProblem(saving.error) : undefined
  const stale = saving.error instanceof Problem && saving.error.status === 412

  const save = () => {
    setTried(true)
    setFromServer([])
    const first = missing(getValues())[0]
    if (first) {
      document.getElementById(first.id)?.focus()
      return
    }
    if (!saving.isPending) saving.mutate(getValues())
  }

  const done = () => saved && navigate(citationPath(addressId(saved)))
  const cancel = () => navigate(adding ? patterns.home : citationPath(addressId(original)))

  const options = (facet: string) => (facets[facet]?.buckets ?? []).map(({ value }) => value)
  const about = (name: keyof FormValues) => ({
    label: fields[name].label,
    required: fields[name].required,
    id: fieldId(name),
    error: errorOf(fieldId(name)),
  })
  const text = (name: TextName) => ({ ...register(name), ...about(name) })
  const single = (name: TextName, choices: string[], creatable: boolean, clearable = false) => (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <Combobox
          {...about(name)}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          inputRef={field.ref}
          options={choices}
          creatable={creatable}
          clearable={clearable}
        />
      )}
    />
  )
  const several = (name: ListName, facet: string) => (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <MultiCombobox
          {...about(name)}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          inputRef={field.ref}
          options={options(facet)}
          creatable
        />
      )}
    />
  )
  const verb = adding ? 'Add' : 'Edit'
  const review = (name: 'assessment' | 'famReview') => (
    <SelectField {...text(name)}>
      <option value="" />
      <option value="1">Yes</option>
      <option value="0">No</option>
      <option value="-1">N/A</option>
    </SelectField>
  )
  return (
    <form
      noValidate
      className={styles.page}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <div className={styles.bar}>
        <p className={styles.barTitle} dir="auto">
          {adding ? 'New resource' : original.title}
        </p>
        <div className={styles.barButtons}>
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" variant="primary" busy={saving.isPending}>
            Save Changes
          </Button>
        </div>
      </div>
      <PageHeading>{adding ? 'Adding New Resource' : 'Editing Resource'}</PageHeading>
      <p className={styles.note}>Fields marked * are required.</p>
      {problem && !stale && (
        <Notice kind="error" title="Your changes were not saved.">
          {`${problem.detail || problem.title} Everything you typed is still here.`}
        </Notice>
      )}
      <fieldset className={styles.section}>
        <legend>
          <h2>{`${verb} General`}</h2>
        </legend>
        <TextField {...text('title')} dir="auto" />
        <div className={styles.pair}>
          {several('authors', 'authors')}
          {single('publisher', options('publisher_name'), true)}
          {single('materialFormat', options('material_format'), true)}
          {several('keywords', 'keywords')}
          {single('keySubjectHeading', options('subject_heading'), true)}
          {single('whereToObtain', options('where_to_obtain'), true)}
          {several('tags', 'tags')}
          <TextField {...text('publishDate')} type="date" />
        </div>
        <TextArea {...text('printingSpecs')} rows={2} />
        <Checkbox {...register('obsolete')}>Obsolete</Checkbox>
      </fieldset>
      <fieldset className={styles.section}>
        <legend>
          <h2>{`${verb} Language, Revision Dates, and Links`}</h2>
        </legend>
        <LanguageRows
          form={form}
          options={options('languages')}
          revisions={original?.revisionDates ?? []}
          errorOf={errorOf}
        />
      </fieldset>
      <fieldset className={styles.section}>
        <legend>
          <h2>{`${verb} Format and Audience`}</h2>
        </legend>
        <TextArea {...text('abstract')} rows={6} dir="auto" />
        {several('audience', 'audience')}
      </fieldset>
      <fieldset className={styles.section}>
        <legend>
          <h2>{`${verb} Health Ed Review`}</h2>
        </legend>
        <div className={styles.pair}>
          <TextField {...text('reviewedBy')} />
          {single(
            'deptSubmittedBy',
            departments.map(({ name }) => name),
            false,
            true,
          )}
          {review('assessment')}
          {review('famReview')}
          <TextField {...text('productionSpecialist')} />
          <TextField {...text('originator')} />
          <TextField {...text('deptReviewDate')} type="date" />
        </div>
      </fieldset>
      <fieldset className={styles.section}>
        <legend>
          <h2>{`${verb} Notes`}</h2>
        </legend>
        <TextArea {...text('notes')} rows={4} />
      </fieldset>
      {faults.length > 0 && (
        <section aria-labelledby="summary" className={styles.summary} role="alert">
          <h2 id="summary">Please complete these fields</h2>
          <ul>
            {faults.map(({ id, message }) => (
              <li key={`${id} ${message}`}>
                <a
                  href={`#${id}`}
                  onClick={(event) => {
                    event.preventDefault()
                    document.getElementById(id)?.focus()
                  }}
                >
                  {message}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {!adding && reload && <History id={original.id} etag={etag ?? null} onRestored={reload} />}
      {saving.isPending && <Overlay>Saving...</Overlay>}
      {stale && original && reload && (
        <Conflict
          original={original}
          onTakeOver={async () => {
            saving.reset()
            await reload()
          }}
          onKeepEditing={(newest) => {
            replaces.current = newest
            saving.reset()
          }}
        />
      )}
      <Dialog
        open={saved !== null}
        onClose={done}
        dismissible={false}
        title="Success!"
        footer={
          <Button variant="primary" onClick={done}>
            Ok. Return to view.
          </Button>
        }
      >
        <p>{adding ? 'Your citation has been added.' : 'Your citation has been updated.'}</p>
      </Dialog>
      <Dialog
        open={guard.asking}
        onClose={guard.stay}
        title="Leave without saving?"
        footer={
          <>
            <Button onClick={guard.stay}>Keep editing</Button>
            <Button variant="danger" onClick={guard.leave}>
              Leave
            </Button>
          </>
        }
      >
        <p>Your changes have not been saved.</p>
      </Dialog>
    </form>
  )
}
