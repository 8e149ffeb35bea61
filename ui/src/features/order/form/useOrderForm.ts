// The state of the order form: prefilled from the profile and the person's last order, stored as a draft until the order is
// received.
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { usePerson } from '../../../api/config'
import { type OrderFields, sentOrdersQuery } from '../../../api/orders/orders'
import { useUser } from '../../../api/user'
import { type DateProblem, dateProblem } from '../../../lib/dates/dateLimits'
import { today } from '../../../lib/dates/dates'
import { dropDraft, onDraftDeleted, readDraft, writeDraft } from '../../../session/drafts'

const draftName = 'order'

/** The fields prefilled from the last order. */
const remembered = ['phoneNumber', 'department', 'mailStop', 'costCenter'] as const

const newDay = () => today(new Date())

/** A random idempotency key. `randomUUID` would need https. */
const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')

export function useOrderForm() {
  const { user } = useUser()
  const known = usePerson()
  /** The person who orders, also after their sign-in has expired. */
  const [person, setPerson] = useState(known)
  if (person === undefined && known !== undefined) setPerson(known)
  const draft = useRef<OrderDraft | null>(null)
  if (draft.current === null && person !== undefined) draft.current = readDraft<OrderDraft>(person, draftName)
  const form = useForm<OrderFields>({
    mode: 'onTouched',
    // Quantities come first.
    shouldFocusError: false,
    defaultValues: { ...emptyOrder, ...draft.current?.fields, dateOfOrder: newDay() },
  })
  const { getValues, reset, setValue, watch } = form

  const profile = user?.profile
  const last = useQuery(sentOrdersQuery).data?.[0]
  const [filledFrom, setFilledFrom] = useState<string>()
  const prefill = useCallback(() => {
    const fill = (field: keyof OrderFields, value: string | null | undefined) => {
      if (value && getValues(field) === '') setValue(field, value)
    }
    fill('firstName', profile?.given_name)
    fill('lastName', profile?.family_name)
    fill('email', profile?.email?.toLowerCase())
    for (const field of remembered) fill(field, last?.[field])
  }, [profile, last, getValues, setValue])
  // External system: profile and last order, which are loaded after the form. A restored draft is not prefilled.
  useEffect(() => {
    if (draft.current !== null) return
    prefill()
    setFilledFrom(last?.number)
  }, [prefill, last])

  /** Stores the draft; its key stays the same until the order is received. */
  const storeDraft = useCallback((): OrderDraft => {
    draft.current = { fields: getValues(), key: draft.current?.key ?? newKey() }
    if (person !== undefined) writeDraft(person, draftName, draft.current)
    return draft.current
  }, [getValues, person])
  // External system: localStorage, which stores the draft.
  useEffect(() => {
    const typed = watch((_, { type }) => type === 'change' && storeDraft())
    return () => typed.unsubscribe()
  }, [watch, storeDraft])

  const startOver = useCallback(() => {
    draft.current = null
    reset({ ...emptyOrder, dateOfOrder: newDay() })
    prefill()
  }, [reset, prefill])
  // External system: another tab, in which the order was submitted.
  useEffect(
    () => (person === undefined ? undefined : onDraftDeleted(person, draftName, startOver)),
    [person, startOver],
  )

  return {
    form,
    /** The number of the last order, if fields were prefilled from it. */
    filledFrom,
    /** Stores and returns the draft before it is submitted, so that no second order is made after a lost response and a reload. */
    storeDraft,
    /** Replaces the draft's key, so that the next submission is a separate order. */
    renewKey: () => {
      if (draft.current) draft.current.key = newKey()
    },
    /** Deletes the draft and resets the form. */
    end: () => {
      if (person !== undefined) dropDraft(person, draftName)
      startOver()
    },
  }
}

/** The fields of the order form and their validation. Source: spec section 5. */
const emptyOrder: OrderFields = {
  firstName: '',
  lastName: '',
  email: '',
  phoneNumber: '',
  department: '',
  mailStop: '',
  dateOfOrder: '',
  dateRequired: '',
  costCenter: '',
  activity: '',
  costCategory: '',
  specialInstructions: '',
}

/** The fields in the form's order, and whether each is required; the names are also the keys of the labels. */
export const isRequired: Record<keyof OrderFields, boolean> = {
  firstName: true,
  lastName: true,
  email: true,
  phoneNumber: true,
  department: true,
  mailStop: true,
  dateOfOrder: true,
  dateRequired: true,
  costCenter: true,
  activity: false,
  costCategory: false,
  specialInstructions: false,
}

export const fieldNames = Object.keys(isRequired) as (keyof OrderFields)[]

/** The form field with a name from the server; undefined if it is not a field of the form. */
export const formField = (name: string) => fieldNames.find((field) => field === name)

/** The key of an error message. */
export type FieldErrorKey = 'missing' | 'wrongEmail' | DateProblem

/** Validates a field; undefined if it is valid. `today` is `YYYY-MM-DD`. */
export function fieldError(field: keyof OrderFields, value: string, today: string): FieldErrorKey | undefined {
  const text = value.trim()
  if (text === '') return isRequired[field] ? 'missing' : undefined
  if (field === 'email' && !/^\S+@\S+$/.test(text)) return 'wrongEmail'
  return field === 'dateRequired' ? dateProblem(field, text, today) : undefined
}

/** The draft of the order form: its values and the idempotency key. */
interface OrderDraft {
  fields: OrderFields
  key: string
}
