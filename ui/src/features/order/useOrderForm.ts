// The order form's state: prefilled from the profile and the person's own last order, kept as a draft of its owner until the
// order is received.
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { usePerson } from '../../api/config'
import { type OrderFields, sentOrdersQuery } from '../../api/orders'
import { useUser } from '../../api/user'
import { today } from '../../lib/dates'
import { dropDraft, onDraftEnded, readDraft, writeDraft } from '../../session/drafts'
import { emptyOrder, type OrderDraft } from './orderForm'

const draftName = 'order'

/** What stays the same from order to order. */
const remembered = ['phoneNumber', 'department', 'mailStop', 'costCenter'] as const

const newDay = () => today(new Date())

export function useOrderForm() {
  const { user } = useUser()
  const known = usePerson()
  /** Whose form this is, also after their sign-in has ended. */
  const [person, setPerson] = useState(known)
  if (person === undefined && known !== undefined) setPerson(known)
  const draft = useRef<OrderDraft | null>(null)
  if (draft.current === null && person !== undefined) draft.current = readDraft<OrderDraft>(person, draftName)
  const form = useForm<OrderFields>({
    mode: 'onTouched',
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
  // The outside world: profile and last order come later than the form. What was typed is not filled again, emptied fields included.
  useEffect(() => {
    if (draft.current !== null) return
    prefill()
    setFilledFrom(last?.number)
  }, [prefill, last])

  /** Stores the form as it is; the key stays the same until the order is received. */
  const keep = useCallback((): OrderDraft => {
    draft.current = { fields: getValues(), key: draft.current?.key ?? crypto.randomUUID() }
    if (person !== undefined) writeDraft(person, draftName, draft.current)
    return draft.current
  }, [getValues, person])
  // The outside world: the browser's storage keeps what the person types.
  useEffect(() => {
    const typed = watch((_, { type }) => type === 'change' && keep())
    return () => typed.unsubscribe()
  }, [watch, keep])

  const startAnew = useCallback(() => {
    draft.current = null
    reset({ ...emptyOrder, dateOfOrder: newDay() })
    prefill()
  }, [reset, prefill])
  // The outside world: the order was sent in another tab.
  useEffect(() => (person === undefined ? undefined : onDraftEnded(person, draftName, startAnew)), [person, startAnew])

  return {
    form,
    /** Number of the last order, when fields were filled from it. */
    filledFrom,
    /** The draft as it is about to be sent; stored first, so that a lost answer and a reload send no second order. */
    keep,
    /** Gives the draft another key: what is sent next is another order. */
    renewKey: () => {
      if (draft.current) draft.current.key = crypto.randomUUID()
    },
    /** Ends the draft and starts with a fresh form. */
    end: () => {
      if (person !== undefined) dropDraft(person, draftName)
      startAnew()
    },
  }
}
