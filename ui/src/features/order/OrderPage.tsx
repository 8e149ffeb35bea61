// The order form: materials, contact, billing, special instructions. A failed order keeps everything and can be sent again.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router-dom'
import { useConfig } from '../../api/config'
import { type OrderFields, sendOrder, sentOrdersQuery } from '../../api/orders'
import { asProblem } from '../../api/problem'
import { useUser } from '../../api/user'
import { Button } from '../../components/Button'
import { Dialog } from '../../components/Dialog'
import { Notice } from '../../components/Notice'
import { Overlay } from '../../components/Overlay'
import { PageHeading } from '../../components/PageHeading'
import { TextArea, TextField } from '../../components/TextField'
import { today } from '../../lib/dates'
import { useTitle } from '../../lib/useTitle'
import { patterns } from '../../paths'
import { clearOrder, useSession } from '../../session/store'
import { MaterialsTable } from './MaterialsTable'
import styles from './OrderPage.module.css'
import { dropDraft, emptyOrder, faultOf, keepDraft, labels, readDraft } from './orderForm'

export default function OrderPage() {
  useTitle('Order')
  const { user } = useUser()
  const email = useConfig()?.hospital.orderEmail
  const order = useSession((session) => session.order)
  const navigate = useNavigate()
  const client = useQueryClient()
  const day = today(new Date())
  const form = useForm<OrderFields>({
    mode: 'onTouched',
    defaultValues: { ...emptyOrder, ...readDraft(), dateOfOrder: day },
  })
  const { register, formState, getValues, setValue, setError, handleSubmit, watch } = form
  /** One key for one order, kept until it is through: sending again never makes a second one. */
  const key = useRef(crypto.randomUUID())
  const sentAs = useRef('')
  const [done, setDone] = useState(false)
  const [quantityFault, setQuantityFault] = useState(false)

  // The outside world: the profile comes later than the form.
  useEffect(() => {
    const profile = user?.profile
    if (!profile) return
    const prefill = (field: keyof OrderFields, value: string | null | undefined) => {
      if (value && getValues(field) === '') setValue(field, value)
    }
    prefill('firstName', profile.given_name)
    prefill('lastName', profile.family_name)
    prefill('email', profile.email?.toLowerCase())
  }, [user?.profile, getValues, setValue])

  // The outside world: the tab's storage keeps what is typed.
  useEffect(() => {
    const typed = watch((fields) => keepDraft(fields))
    return () => typed.unsubscribe()
  }, [watch])

  const sending = useMutation({
    mutationFn: (fields: OrderFields) => {
      const body = { ...fields, orders: order }
      const text = JSON.stringify(body)
      // A changed order is another one; the same again is not.
      if (sentAs.current !== '' && sentAs.current !== text) key.current = crypto.randomUUID()
      sentAs.current = text
      return sendOrder(body, key.current)
    },
    onSuccess: () => {
      setDone(true)
      void client.invalidateQueries(sentOrdersQuery)
    },
    onError: (error) => {
      for (const { field, message } of asProblem(error).fieldErrors) {
        if (field in labels) setError(field as keyof OrderFields, { message })
      }
    },
  })

  const submit = handleSubmit((fields) => {
    if (!sending.isPending && !quantityFault && order.length > 0) sending.mutate(fields)
  })

  const field = (name: keyof OrderFields) => ({
    ...register(name, { validate: (value) => faultOf(name, value, day) ?? true }),
    label: labels[name].label,
    required: labels[name].required,
    error: formState.errors[name]?.message,
  })

  const finish = () => {
    clearOrder()
    dropDraft()
    navigate(patterns.home)
  }

  const problem = sending.isError ? asProblem(sending.error) : undefined
  const otherFaults = problem?.fieldErrors.filter((fault) => !(fault.field in labels)) ?? []
  return (
    <form noValidate className={styles.page} onSubmit={submit}>
      <div className={styles.top}>
        <PageHeading>Order Education Materials</PageHeading>
        <Link to={patterns.myOrders}>My orders</Link>
      </div>
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
      <section aria-labelledby="materials" className={styles.section}>
        <h2 id="materials">Materials</h2>
        <MaterialsTable order={order} onFault={setQuantityFault} />
      </section>
      <section aria-labelledby="contact" className={styles.section}>
        <h2 id="contact">Contact Information</h2>
        <div className={styles.fields}>
          <TextField {...field('firstName')} autoComplete="given-name" />
          <TextField {...field('lastName')} autoComplete="family-name" />
          <TextField {...field('email')} type="email" autoComplete="email" />
          <TextField {...field('phoneNumber')} type="tel" autoComplete="tel" />
          <TextField {...field('department')} />
          <TextField {...field('mailStop')} />
          <TextField {...field('dateOfOrder')} type="date" readOnly />
          <TextField {...field('dateRequired')} type="date" min={day} />
        </div>
      </section>
      <section aria-labelledby="billing" className={styles.section}>
        <h2 id="billing">Billing</h2>
        <p className={styles.words}>The cost goes to the budget of your department.</p>
        <table className={styles.prices}>
          <caption>Estimated cost per page</caption>
          <tbody>
            <tr>
              <th scope="row">Black and white, letter and legal</th>
              <td>$.07</td>
            </tr>
            <tr>
              <th scope="row">Color, letter and legal</th>
              <td>$.17</td>
            </tr>
          </tbody>
        </table>
        <div className={styles.fields}>
          <TextField {...field('costCenter')} />
          <TextField {...field('activity')} />
          <TextField {...field('costCategory')} />
        </div>
      </section>
      <section aria-labelledby="instructions" className={styles.section}>
        <h2 id="instructions">Special Instructions</h2>
        <TextArea {...field('specialInstructions')} rows={4} />
      </section>
      {problem && (
        <Notice kind="error" title="Your order was not sent.">
          <p>{problem.detail || problem.title} Everything you typed is still here. Please send it again.</p>
          {otherFaults.length > 0 && (
            <ul>
              {otherFaults.map(({ field: name, message }) => (
                <li key={name}>{message}</li>
              ))}
            </ul>
          )}
        </Notice>
      )}
      <div>
        <Button type="submit" variant="primary" disabled={order.length === 0} busy={sending.isPending}>
          Submit Order
        </Button>
      </div>
      {sending.isPending && <Overlay>Sending your order...</Overlay>}
      <Dialog
        open={done}
        onClose={finish}
        dismissible={false}
        title="Success!"
        footer={
          <>
            <Button onClick={() => window.print()}>Print</Button>
            <Button variant="primary" onClick={finish}>
              Ok. Return to home.
            </Button>
          </>
        }
      >
        <p>Your order has been submitted.</p>
      </Dialog>
    </form>
  )
}
