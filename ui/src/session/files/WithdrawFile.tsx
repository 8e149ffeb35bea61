// Withdraws a stored file, for administrators: a button, and a dialog that asks for the reason and a confirmation.
import messages from 'messages:staff/files'
import { useId, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { withdrawFile } from '../../api/catalogue/fileChanges'
import { asProblem } from '../../api/problem'
import { useSingleMutation } from '../../api/useSingleMutation'
import { Button } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import { announce } from '../../components/feedback/StatusLine'
import { Checkbox } from '../../components/form/Checkbox'
import { FieldError } from '../../components/form/Field'
import { TextArea } from '../../components/form/TextField'
import { Dialog } from '../../components/page/Dialog'
import { focusHeading } from '../../components/page/PageHeading'
import { VisuallyHidden } from '../../components/page/VisuallyHidden'
import { FormShell } from '../../formkit/FormShell'
import { required } from '../../formkit/required'
import { staffText } from '../../i18n/staffText'
import styles from './WithdrawFile.module.css'

const t = staffText(messages)

interface Props {
  file: { digest: string; name: string }
  /** Called when the dialog is closed; resolves when the page shows the file as withdrawn. */
  onWithdrawn: () => Promise<unknown>
}

export function WithdrawFile({ file, onWithdrawn }: Props) {
  const [open, setOpen] = useState(false)
  const [mounted, setMounted] = useState(false)
  const closed = (isWithdrawn: boolean) => {
    setMounted(false)
    // The button is removed.
    if (isWithdrawn) void onWithdrawn().finally(focusHeading)
  }
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-haspopup="dialog"
        onClick={() => {
          setMounted(true)
          setOpen(true)
        }}
      >
        {t('withdraw')}
        <VisuallyHidden>{` ${file.name}`}</VisuallyHidden>
      </Button>
      {mounted && <WithdrawDialog file={file} open={open} onClose={() => setOpen(false)} onClosed={closed} />}
    </>
  )
}

interface DialogProps extends Pick<Props, 'file'> {
  open: boolean
  onClose: () => void
  onClosed: (isWithdrawn: boolean) => void
}

function WithdrawDialog({ file, open, onClose, onClosed }: DialogProps) {
  const formId = useId()
  const errorId = useId()
  const form = useForm({ defaultValues: { reason: '', isConfirmed: false } })
  const { errors } = form.formState
  const isWithdrawn = useRef(false)
  const withdrawing = useSingleMutation({
    mutationFn: ({ reason }: { reason: string }) => withdrawFile({ digest: file.digest, reason: reason.trim() }),
    onSuccess: (kept) => {
      isWithdrawn.current = true
      announce(t('wasWithdrawn', { name: file.name }))
      if (kept === null) onClose()
    },
  })
  const kept = withdrawing.data
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={() => onClosed(isWithdrawn.current)}
      title={kept ? t('wasWithdrawn', { name: file.name }) : t('withdrawTitle')}
      footer={
        kept ? (
          <Button data-autofocus onClick={onClose}>
            {t('close')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('cancel')}</Button>
            <Button variant="danger" type="submit" form={formId} busy={withdrawing.isPending}>
              {t('withdrawFile')}
            </Button>
          </>
        )
      }
    >
      {kept ? (
        <Notice kind="error" title={t('withdrawnPartly')}>
          {kept}
        </Notice>
      ) : (
        <FormShell
          id={formId}
          form={form}
          className={styles.form}
          onSubmit={(values) => withdrawing.mutate(values)}
          failure={
            withdrawing.isError ? { title: t('notWithdrawn'), detail: reasonOf(asProblem(withdrawing.error)) } : null
          }
        >
          <p>{t('withdrawHint', { name: file.name })}</p>
          <TextArea
            {...form.register('reason', { validate: required(t('reasonRequired')) })}
            label={t('reason')}
            hint={t('reasonHint')}
            required
            rows={3}
            dir="auto"
            error={errors.reason?.message}
          />
          <Checkbox
            {...form.register('isConfirmed', { validate: (is) => is || t('confirmRequired') })}
            aria-invalid={errors.isConfirmed ? true : undefined}
            aria-describedby={errors.isConfirmed && errorId}
          >
            {t('confirm')}
          </Checkbox>
          {errors.isConfirmed?.message && <FieldError id={errorId}>{errors.isConfirmed.message}</FieldError>}
        </FormShell>
      )}
    </Dialog>
  )
}

const reasonOf = ({ fieldErrors, text }: ReturnType<typeof asProblem>) => fieldErrors[0]?.message ?? text
