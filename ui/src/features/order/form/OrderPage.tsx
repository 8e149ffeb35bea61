// The order form: materials, contact, billing, special instructions. A failed order keeps its input and can be submitted again.

import mine from 'messages:en/myOrders'
import messages from 'messages:en/order'
import ownOrders from 'messages:en/ownOrders'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldErrors, UseFormReturn } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { useConfig } from '../../../api/config'
import { sendOrder } from '../../../api/orders/orderChanges'
import { type OrderFields, type OrderSubmission, sentOrdersQuery } from '../../../api/orders/orders'
import { asProblem, type FieldError, type Problem } from '../../../api/problem'
import { useIsServersLanguage, useProblemText } from '../../../api/useProblemText'
import { type OrderItem, useUser } from '../../../api/user'
import { useSingleMutation } from '../../../api/useSingleMutation'
import { Button } from '../../../components/buttons/Button'
import { announce, Notice } from '../../../components/feedback/Notice'
import { Overlay } from '../../../components/feedback/Overlay'
import { TextArea, TextField } from '../../../components/form/TextField'
import { EmailAddress } from '../../../components/page/EmailAddress'
import layout from '../../../components/page/Page.module.css'
import { PageHeading, useTitle } from '../../../components/page/PageHeading'
import { FormShell } from '../../../formkit/FormShell'
import { useText } from '../../../i18n/useText'
import { dateLimitsOf } from '../../../lib/dates/dateLimits'
import { today } from '../../../lib/dates/dates'
import { useLanguageName } from '../../../parts/language/LanguageName'
import { patterns } from '../../../paths'
import { removeFromOrder, useSession } from '../../../session/store'
import { MaterialsTable, materialsHeadingId, quantityId, useQuantities } from './MaterialsTable'
import styles from './OrderPage.module.css'
import { OrderSuccess, type ReceivedOrder } from './OrderSuccess'
import { type FieldErrorKey, fieldError, fieldNames, formField, isRequired, useOrderForm } from './useOrderForm'

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
  const problemText = useProblemText()
  const { known, failure, retry } = useUser()
  const isEmpty = useSession(({ order }) => order.length === 0)
  if (!isEmpty || known) return children
  if (!failure) return <p role="status">{t('loading')}</p>
  return (
    <Notice kind="error" title={t('notLoaded')} onRetry={retry}>
      {problemText(asProblem(failure))}
    </Notice>
  )
}

interface Props {
  form: UseFormReturn<OrderFields>
  /** Today, `YYYY-MM-DD`. */
  day: string
  /** The number of the order from which fields were prefilled. */
  filledFrom: string | undefined
}

/** The fields of the order form below the materials: contact, billing with its prices, special instructions. */
function OrderFieldsets({ form, day, filledFrom }: Props) {
  const t = useText(messages)
  const own = useText(ownOrders)
  const errorOf = useFieldError(form)
  const field = (name: keyof OrderFields) => ({
    ...form.register(name, { validate: (value) => fieldError(name, value, day) ?? true }),
    label: t(name),
    required: isRequired[name],
    error: errorOf(name),
  })
  return (
    <>
      <section aria-labelledby="contact" className={layout.section}>
        <h2 id="contact">{t('contact')}</h2>
        {filledFrom && <p className={styles.words}>{own('fromLast', { number: filledFrom })}</p>}
        <div className={styles.fields}>
          <TextField {...field('firstName')} autoComplete="given-name" />
          <TextField {...field('lastName')} autoComplete="family-name" />
          <TextField {...field('email')} type="email" autoComplete="email" />
          <TextField {...field('phoneNumber')} type="tel" autoComplete="tel" />
          <TextField {...field('department')} />
          <TextField {...field('mailStop')} />
          <TextField {...field('dateOfOrder')} type="date" readOnly />
          <TextField {...field('dateRequired')} type="date" {...dateLimitsOf('dateRequired', day)} />
        </div>
      </section>
      <section aria-labelledby="billing" className={layout.section}>
        <h2 id="billing">{t('billing')}</h2>
        <p className={styles.words}>{t('budget')}</p>
        <Prices />
        <div className={styles.fields}>
          <TextField {...field('costCenter')} />
          <TextField {...field('activity')} />
          <TextField {...field('costCategory')} />
        </div>
      </section>
      <section aria-labelledby="instructions" className={layout.section}>
        <h2 id="instructions">{t('specialInstructions')}</h2>
        <TextArea {...field('specialInstructions')} rows={4} />
      </section>
    </>
  )
}

/** The type of an error reported by the server. */
const fromServer = 'server'

/** Returns a function for the error of a field, in the current screen language. */
function useFieldError({ formState: { errors } }: UseFormReturn<OrderFields>) {
  const t = useText(messages)
  const isServersLanguage = useIsServersLanguage()
  return (name: keyof OrderFields) => {
    const { type, message = '' } = errors[name] ?? {}
    if (type === undefined) return undefined
    if (type === fromServer) return isServersLanguage ? message : t('refused')
    const error = message as FieldErrorKey
    switch (error) {
      case 'missing':
        return t(error, { label: t(name) })
      case 'tooEarly':
      case 'past':
        return t('past')
      case 'future':
      case 'tooFarAhead':
        return t('tooFarAhead')
      default:
        return t(error)
    }
  }
}

function Prices() {
  const t = useText(messages)
  return (
    <table className={styles.prices}>
      <caption>{t('prices')}</caption>
      <tbody>
        <tr>
          <th scope="row">{t('priceBlackAndWhite')}</th>
          <td>$.07</td>
        </tr>
        <tr>
          <th scope="row">{t('priceColor')}</th>
          <td>$.17</td>
        </tr>
      </tbody>
    </table>
  )
}

interface OrderFailureProps {
  problem: Problem
  /** The submitted lines. */
  lines: readonly OrderItem[]
  /** Submits the current form as a separate order. */
  onSendAsAnother: () => void
}

/** Why an order was not received, and what to do. */
function OrderFailure({ problem, lines, onSendAsAnother }: OrderFailureProps) {
  const t = useText(messages)
  const myOrders = useText(mine)('title')
  const summaryOf = useProblemSummary()
  const refusalOf = useRefusal(lines)
  const signedIn = useConfig()?.signIn.signedIn
  // The page already offers to sign in again.
  if (problem.needsSignIn && !signedIn) return null
  if (problem.fieldErrors.some(({ field }) => field === 'Idempotency-Key')) {
    return (
      <Notice
        kind="error"
        title={t('receivedBefore')}
        actions={<Button onClick={onSendAsAnother}>{t('sendAsAnother')}</Button>}
      >
        {t.rich('receivedBeforeHint', { list: () => <Link to={patterns.myOrders}>{myOrders}</Link> })}
      </Notice>
    )
  }
  const others = problem.fieldErrors.filter(({ field }) => formField(field) === undefined)
  return (
    <Notice kind="error" title={t('notSent')}>
      <p>{`${summaryOf(problem)} ${t('inputPreserved')}`}</p>
      {others.length > 0 && (
        <ul>
          {others.map((error) => (
            <li key={error.field}>{refusalOf(error)}</li>
          ))}
        </ul>
      )}
    </Notice>
  )
}

/** Describes the problem; after too many orders, the server's detail states how long to wait. */
function useProblemSummary(): (problem: Problem) => string {
  const t = useText(messages)
  const problemText = useProblemText()
  const isServersLanguage = useIsServersLanguage()
  return (problem) => {
    if (problem.status !== 429) return problemText(problem)
    return (isServersLanguage && problem.detail) || t('tooMany')
  }
}

/** Why a line was rejected: the server's message in English, otherwise the name of the line. */
function useRefusal(lines: readonly OrderItem[]): (error: FieldError) => string {
  const t = useText(messages)
  const nameOf = useLanguageName()
  const isServersLanguage = useIsServersLanguage()
  return ({ field, message }) => {
    const line = lines[Number(/^orders\[(\d+)\]/.exec(field)?.[1] ?? -1)]
    if (isServersLanguage) return message
    return line ? t('lineRefused', { title: line.title, language: nameOf(line.lang) }) : t('refused')
  }
}
