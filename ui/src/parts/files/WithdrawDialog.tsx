// The dialog that withdraws a stored file: it asks for the reason and a confirmation.
import t from 'messages:staff/files'
import { useId, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { withdrawFile } from '../../api/catalogue/fileChanges'
import { asProblem } from '../../api/problem'
import { useSingleMutation } from '../../api/useSingleMutation'
import { announce } from '../../components/feedback/Notice'
import { Checkbox } from '../../components/form/Checkbox'
import { FieldError, TextArea } from '../../components/form/TextField'
import { FormDialog } from '../../formkit/FormDialog'
import { fieldOf, required } from '../../formkit/FormShell'
import styles from './WithdrawDialog.module.css'

interface Props {
  file: { digest: string; name: string }
  open: boolean
  onClose: () => void
  /** Called when the closing animation ends. */
  onClosed: (isWithdrawn: boolean) => void
}

export default function WithdrawDialog({ file, open, onClose, onClosed }: Props) {
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
    <FormDialog
      open={open}
      onClose={onClose}
      onClosed={() => onClosed(isWithdrawn.current)}
      title={kept ? t('wasWithdrawn', { name: file.name }) : t('withdrawTitle')}
      cancel={t('cancel')}
      submit={t('withdrawFile')}
      variant="danger"
      result={kept ? { close: t('close'), kind: 'error', title: t('withdrawnPartly'), children: kept } : false}
      form={form}
      className={styles.form}
      busy={withdrawing.isPending}
      onSubmit={(values) => withdrawing.mutate(values)}
      failure={
        withdrawing.isError ? { title: t('notWithdrawn'), detail: reasonOf(asProblem(withdrawing.error)) } : null
      }
    >
      <p>{t('withdrawHint', { name: file.name })}</p>
      <TextArea
        {...fieldOf(form, 'reason', { validate: required(t('reasonRequired')) })}
        label={t('reason')}
        hint={t('reasonHint')}
        required
        rows={3}
        dir="auto"
      />
      <Checkbox
        {...form.register('isConfirmed', { validate: (is) => is || t('confirmRequired') })}
        aria-invalid={errors.isConfirmed ? true : undefined}
        aria-describedby={errors.isConfirmed && errorId}
      >
        {t('confirm')}
      </Checkbox>
      {errors.isConfirmed?.message && <FieldError id={errorId}>{errors.isConfirmed.message}</FieldError>}
    </FormDialog>
  )
}

const reasonOf = ({ fieldErrors, text }: ReturnType<typeof asProblem>) => fieldErrors[0]?.message ?? text
