// The order form: materials, contact, billing, special instructions. A failed order keeps everything and can be sent again.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useConfig } from '../../api/config'
import { type OrderFields, type OrderSubmission, sendOrder, sentOrdersQuery } from '../../api/orders'
import { asProblem } from '../../api/problem'
import { useUser } from '../../api/user'
import { Button } from '../../components/Button'
import { Notice } from '../../components/Notice'
import { Overlay } from '../../components/Overlay'
import layout from '../../components/Page.module.css'
import { PageHeading } from '../../components/PageHeading'
import { announce } from '../../components/StatusLine'
import { today } from '../../lib/dates'
import { useTitle } from '../../lib/useTitle'
import { clearOrder, useSession } from '../../session/store'
import { MaterialsTable, materialsHeadingId, quantityId } from './MaterialsTable'
import { OrderFailure } from './OrderFailure'
import { OrderFieldsets } from './OrderFieldsets'
import styles from './OrderPage.module.css'
import { OrderSuccess, type ReceivedOrder } from './OrderSuccess'
import { labels } from './orderForm'
import { useOrderForm } from './useOrderForm'
import { useQuantities } from './useQuantities'

export default function OrderPage() {
  useTitle('Order')
  const order = useSession((session) => session.order)
  const client = useQueryClient()
  const day = today(new Date())
  const { form, filledFrom, keep, renewKey, end } = useOrderForm()
  const quantities = useQuantities()
  const [received, setReceived] = useState<ReceivedOrder | null>(null)

  const sending = useMutation({
    mutationFn: async ({ body, key }: { body: OrderSubmission; key: string }) => ({
      order: body,
      receipt: await sendOrder(body, key),
    }),
    onSuccess: (sent) => {
      // At once: neither a reload nor another tab may send it again.
      end()
      clearOrder()
      setReceived(sent)
      void client.invalidateQueries(sentOrdersQuery)
    },
    onError: (error) => {
      for (const { field, message } of asProblem(error).fieldErrors) {
        if (field in labels) form.setError(field as keyof OrderFields, { message })
      }
    },
  })

  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (sending.isPending || order.length === 0) return
    const wrong = order.findIndex((line) => quantities.wrong(line) !== undefined)
    if (wrong >= 0) {
      announce('A quantity has to be corrected. Your order was not sent.')
      void form.trigger()
      document.getElementById(quantityId(wrong))?.focus()
      return
    }
    void form.handleSubmit((fields) =>
      sending.mutate({ body: { ...fields, dateOfOrder: day, orders: order }, key: keep().key }),
    )()
  }
  const sendAsAnother = () => {
    renewKey()
    submit()
  }

  return (
    <form
      noValidate
      className={`${layout.page} ${styles.page}`}
      data-received={received !== null || undefined}
      onSubmit={submit}
    >
      <Introduction />
      <section aria-labelledby={materialsHeadingId} className={layout.section}>
        <h2 id={materialsHeadingId} tabIndex={-1}>
          Materials
        </h2>
        <Materials>
          <MaterialsTable order={order} quantities={quantities} />
        </Materials>
      </section>
      <OrderFieldsets form={form} day={day} filledFrom={filledFrom} />
      {sending.isError && <OrderFailure problem={asProblem(sending.error)} onSendAsAnother={sendAsAnother} />}
      <div>
        <Button type="submit" variant="primary" disabled={order.length === 0} busy={sending.isPending}>
          Submit Order
        </Button>
      </div>
      {sending.isPending && <Overlay>Sending your order...</Overlay>}
      {received && <OrderSuccess received={received} />}
    </form>
  )
}

function Introduction() {
  const email = useConfig()?.hospital.orderEmail
  return (
    <>
      <PageHeading>Order Education Materials</PageHeading>
      <div className={styles.words}>
        <p>
          Materials print in black and white unless the printing specs say color. Items go by interoffice mail to your
          mailbox.
        </p>
        <p>Please order smaller quantities: it keeps inventory low and makes less waste.</p>
        {email && (
          <p>
            Questions? Write to <a href={`mailto:${email}`}>{email}</a>.
          </p>
        )}
      </div>
    </>
  )
}

/** The list, once it is known; an empty list that was not loaded yet is not shown as empty. */
function Materials({ children }: { children: React.ReactNode }) {
  const { known, failure, retry } = useUser()
  const isEmpty = useSession(({ order }) => order.length === 0)
  if (!isEmpty || known) return children
  if (!failure) return <p role="status">Loading your order...</p>
  return (
    <Notice
      kind="error"
      title="Your order list could not be loaded."
      actions={<Button onClick={retry}>Try again</Button>}
    >
      {asProblem(failure).text}
    </Notice>
  )
}
