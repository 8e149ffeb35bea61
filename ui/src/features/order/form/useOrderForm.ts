// The state of the order form: prefilled from the profile and the person's last order, stored as a draft until the order is
// received.
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { usePerson } from '../../../api/config'
import { type OrderFields, sentOrdersQuery } from '../../../api/orders/orders'
import { useUser } from '../../../api/user'
import { today } from '../../../lib/dates/dates'
import { dropDraft, onDraftDeleted, readDraft, writeDraft } from '../../../session/drafts'
import { emptyOrder, type OrderDraft } from './orderForm'

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
