// Sets a finding of a file aside, with the reason, or takes that back.
import messages from 'messages:staff/accessibility'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { accessibilityKey, type Finding, setFindingAside } from '../../api/maintenance/accessibility'
import { asProblem } from '../../api/problem'
import { Button } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import { TextField } from '../../components/form/TextField'
import { VisuallyHidden } from '../../components/page/VisuallyHidden'
import { staffText } from '../../i18n/staffText'
import { findingName } from '../../session/files/findingWords'
import styles from './AccessibilityTable.module.css'

const t = staffText(messages)
const maxNote = 500

interface Props {
  digest: string
  finding: Finding
  title: string
}

export function SetAside({ digest, finding, title }: Props) {
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const [note, setNote] = useState('')
  const saving = useMutation({
    mutationFn: (text: string) => setFindingAside(digest, finding.finding, text),
    onSuccess: async () => {
      setOpen(false)
      await client.invalidateQueries({ queryKey: accessibilityKey })
    },
  })
  const suffix = <VisuallyHidden>{`: ${findingName(finding.finding)}, ${title}`}</VisuallyHidden>
  const failure = saving.isError && (
    <Notice kind="error" title={t('notSaved')}>
      {asProblem(saving.error).text}
    </Notice>
  )
  if (!open) {
    return (
      <>
        {' '}
        <Button
          size="small"
          variant="quiet"
          onClick={() => (finding.note === null ? setOpen(true) : saving.mutate(''))}
        >
          {finding.note === null ? t('setAside') : t('takeBack')}
          {suffix}
        </Button>
        {failure}
      </>
    )
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (note.trim() !== '') saving.mutate(note.trim())
  }
  return (
    <form className={styles.aside} onSubmit={submit}>
      <TextField
        label={t('note')}
        hint={t('setAsideHint')}
        required
        maxLength={maxNote}
        autoFocus
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <Button size="small" type="submit">
        {t('save')}
      </Button>
      <Button size="small" variant="quiet" onClick={() => setOpen(false)}>
        {t('cancel')}
      </Button>
      {failure}
    </form>
  )
}
