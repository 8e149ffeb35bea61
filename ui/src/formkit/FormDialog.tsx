// A dialog with a form: one button closes it, the other submits. After a success it may show a result instead.
import { type ComponentProps, type ReactNode, useId } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button } from '../components/buttons/Button'
import { Notice } from '../components/feedback/Notice'
import { Dialog } from '../components/page/Dialog'
import { FormShell } from './FormShell'

type FormProps<Values extends FieldValues> = ComponentProps<typeof FormShell<Values>>

interface Props<Values extends FieldValues>
  extends Omit<ComponentProps<typeof Dialog>, 'footer'>,
    Pick<FormProps<Values>, 'form' | 'onSubmit' | 'busy' | 'failure' | 'className'> {
  /** The labels of the buttons; without `submit` the form cannot be submitted, and `instead` is shown. */
  cancel: string
  submit: string | false
  instead?: ReactNode
  variant?: 'primary' | 'danger'
  cancelVariant?: 'secondary' | 'quiet'
  disabled?: boolean
  /** A notice that replaces the form, with the label of the button that closes the dialog. */
  result?: (ComponentProps<typeof Notice> & { close: string }) | false
}

export function FormDialog<Values extends FieldValues>(props: Props<Values>) {
  const { form, onSubmit, busy, failure, className, cancel, submit, instead, result, children, ...rest } = props
  const { variant = 'primary', cancelVariant = 'secondary', disabled, ...dialog } = rest
  const id = useId()
  const footer = result ? (
    // Replaces the pressed button and gets its focus; the key makes it a new element rather than a renamed one.
    <Button key="close" autoFocus variant="primary" onClick={dialog.onClose}>
      {result.close}
    </Button>
  ) : (
    <>
      <Button variant={cancelVariant} onClick={dialog.onClose}>
        {cancel}
      </Button>
      {submit ? (
        <Button key="submit" type="submit" form={id} variant={variant} busy={busy} disabled={disabled}>
          {submit}
        </Button>
      ) : (
        instead
      )}
    </>
  )
  return (
    <Dialog {...dialog} footer={footer}>
      {result ? (
        <Notice {...result} />
      ) : (
        <FormShell id={id} form={form} onSubmit={onSubmit} busy={busy} failure={failure} className={className}>
          {children}
        </FormShell>
      )}
    </Dialog>
  )
}
