// The order form: materials, contact, billing, special instructions. A failed order keeps its input and can be submitted again.
import messages from 'messages:en/order'
import parts from 'messages:en/parts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldErrors } from 'react-hook-form'
import { useConfig } from '../../../api/config'
import { sendOrder } from '../../../api/orders/orderChanges'
import { type OrderFields, type OrderSubmission, sentOrdersQuery } from '../../../api/orders/orders'
import { asProblem } from '../../../api/problem'
import { useProblemText } from '../../../api/useProblemText'
import { useUser } from '../../../api/user'
import { useSingleMutation } from '../../../api/useSingleMutation'
import { Button } from '../../../components/buttons/Button'
import { Notice } from '../../../components/feedback/Notice'
import { Overlay } from '../../../components/feedback/Overlay'
import { announce } from '../../../components/feedback/StatusLine'
import { EmailAddress } from '../../../components/page/EmailAddress'
import layout from '../../../components/page/Page.module.css'
import { PageHeading } from '../../../components/page/PageHeading'
import { FormShell } from '../../../formkit/FormShell'
import { useText } from '../../../i18n/useText'
import { today } from '../../../lib/dates/dates'
import { useTitle } from '../../../lib/useTitle'
import { removeFromOrder, useSession } from '../../../session/store'
import { quantityId } from './MaterialRow'
import { MaterialsTable, materialsHeadingId } from './MaterialsTable'
import { OrderFailure } from './OrderFailure'
import { fromServer, OrderFieldsets } from './OrderFieldsets'
import styles from './OrderPage.module.css'
import { OrderSuccess, type ReceivedOrder } from './OrderSuccess'
import { fieldNames, formField } from './orderForm'
import { useOrderForm } from './useOrderForm'
import { useQuantities } from './useQuantities'

export default function OrderPage() {
  const t = useText(messages)
  useTitle(t('title'))
  const order = useSession((session) => session.order)
  const client = useQueryClient()
  const day = today(new Date())
  const { form, filledFrom, storeDraft, renewKey, end } = useOrderForm()
  const quantities = useQuantities()
  const [received, setReceived] = useState<ReceivedOrder | null>(null)

  const sending = useSingleMutation({
    mutationFn: async ({ body, key }: { body: OrderSubmission; key: string }) => ({
      order: body,
      receipt: await sendOrder(body, key),
    }),
    onSuccess: (sent) => {
      // At once, so that neither a reload nor another tab submits it again.
      end()
      // Lines that another tab has added meanwhile stay.
      for (const { id, lang } of sent.order.orders) removeFromOrder(id, lang)
      setReceived(sent)
      void client.invalidateQueries(sentOrdersQuery)
    },
    onError: (error) => {
      for (const { field, message } of asProblem(error).fieldErrors) {
        const name = formField(field)
        if (name) form.setError(name, { type: fromServer, message })
      }
    },
  })

  /** Moves the focus to the first invalid quantity. Returns whether there is one. */
  const focusWrongQuantity = () => {
    const wrong = order.findIndex((line) => quantities.invalid(line) !== undefined)
    if (wrong < 0) return false
    announce(t('quantityWrong'))
    document.getElementById(quantityId(wrong))?.focus()
    return true
  }
  const send = (fields: OrderFields) => {
    if (order.length === 0 || focusWrongQuantity()) return
    sending.mutate({ body: { ...fields, dateOfOrder: day, orders: order }, key: storeDraft().key })
  }
  const focusFirstError = (errors: FieldErrors<OrderFields>) => {
    const first = fieldNames.find((name) => errors[name])
    if (!focusWrongQuantity() && first) form.setFocus(first)
  }
  const sendAsAnother = () => {
    renewKey()
    void form.handleSubmit(send, focusFirstError)()
  }

  return (
    <FormShell
      form={form}
      className={`${layout.page} ${styles.page}`}
      data-received={received !== null || undefined}
      busy={sending.isPending}
      onSubmit={send}
      onInvalid={focusFirstError}
    >
      <Introduction />
      <section aria-labelledby={materialsHeadingId} className={layout.section}>
        <h2 id={materialsHeadingId} tabIndex={-1}>
          {t('materials')}
        </h2>
        <Materials>
          <MaterialsTable order={order} quantities={quantities} />
        </Materials>
      </section>
      <OrderFieldsets form={form} day={day} filledFrom={filledFrom} />
      {sending.isError && (
        <OrderFailure problem={asProblem(sending.error)} lines={order} onSendAsAnother={sendAsAnother} />
      )}
      <div>
        <Button type="submit" variant="primary" disabled={order.length === 0} busy={sending.isPending}>
          {t('submit')}
        </Button>
      </div>
      {sending.isPending && <Overlay>{t('sending')}</Overlay>}
      {received && <OrderSuccess received={received} />}
    </FormShell>
  )
}

function Introduction() {
  const t = useText(messages)
  const email = useConfig()?.hospital.orderEmail
  return (
    <>
      <PageHeading>{t('heading')}</PageHeading>
      <div className={styles.words}>
        <p>{t('printed')}</p>
        <p>{t('smaller')}</p>
        {email && <p>{t.rich('questions', { mail: () => <EmailAddress address={email} /> })}</p>}
      </div>
    </>
  )
}

/** The cart, once it is loaded; before that, an empty cart is not shown as empty. */
function Materials({ children }: { children: React.ReactNode }) {
  const t = useText(messages)
  const common = useText(parts)
  const problemText = useProblemText()
  const { known, failure, retry } = useUser()
  const isEmpty = useSession(({ order }) => order.length === 0)
  if (!isEmpty || known) return children
  if (!failure) return <p role="status">{t('loading')}</p>
  return (
    <Notice kind="error" title={t('notLoaded')} actions={<Button onClick={retry}>{common('tryAgain')}</Button>}>
      {problemText(asProblem(failure))}
    </Notice>
  )
}
