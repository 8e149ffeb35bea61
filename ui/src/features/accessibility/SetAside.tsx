// Sets a finding of a file aside, with the reason, or undoes that.

import t from 'messages:staff/accessibility'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import { type Finding, reloadFindings, setFindingAside } from '../../api/maintenance/accessibility'
import { useSingleMutation } from '../../api/useSingleMutation'
import { Button } from '../../components/buttons/Button'
import { announce } from '../../components/feedback/StatusLine'
import { TextField } from '../../components/form/TextField'
import { focusHeading } from '../../components/page/PageHeading'
import { VisuallyHidden } from '../../components/page/VisuallyHidden'
import { FormShell, fieldOf, required } from '../../formkit/FormShell'
import { ProblemNotice } from '../../formkit/ProblemNotice'
import { findingName } from '../../parts/files/findingWords'
import styles from './AccessibilityTable.module.css'

const maxNote = 500

interface Props {
  digest: string
  finding: Finding
  title: string
}

export function SetAside({ digest, finding, title }: Props) {
  const client = useQueryClient()
  const form = useForm({ defaultValues: { note: '' } })
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const name = findingName(finding.finding)
  const close = () => {
    flushSync(() => setOpen(false))
    form.reset()
    button.current?.focus()
  }
  const saving = useSingleMutation({
    mutationFn: (note: string) => setFindingAside(digest, finding.finding, note),
    onSuccess: async (_, note) => {
      announce(note === '' ? t('wasRestored', { finding: name }) : t('wasSetAside', { finding: name }))
      close()
      await reloadFindings(client)
      // The file may be in another view now.
      if (document.activeElement === document.body) focusHeading()
    },
  })
  const cancel = () => {
    saving.reset()
    close()
  }
  const failure = <ProblemNotice title={t('notSaved')} call={saving} />
  if (!open) {
    const isAside = finding.note !== null
    return (
      <>
        <Button
          ref={button}
          size="small"
          variant="quiet"
          busy={saving.isPending}
          onClick={() => (isAside ? saving.mutate('') : setOpen(true))}
        >
          {isAside ? t('restore') : t('setAside')}
          <VisuallyHidden>{`: ${name}, ${title}`}</VisuallyHidden>
        </Button>
        {failure}
      </>
    )
  }
  return (
    <FormShell
      form={form}
      className={styles.aside}
      aria-label={`${t('setAside')}: ${name}, ${title}`}
      busy={saving.isPending}
      onSubmit={({ note }) => saving.mutate(note.trim())}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) cancel()
      }}
    >
      <TextField
        {...fieldOf(form, 'note', { validate: required(t('noteRequired')) })}
        label={t('note')}
        hint={t('setAsideHint')}
        required
        maxLength={maxNote}
        autoFocus
      />
      <Button size="small" type="submit" busy={saving.isPending}>
        {t('setAside')}
      </Button>
      <Button size="small" variant="quiet" onClick={cancel}>
        {t('cancel')}
      </Button>
      {failure}
    </FormShell>
  )
}
