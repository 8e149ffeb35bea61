// Mutations that are started by a press: one at a time for the same content.
import { hashKey, type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'

/**
 * Like `useMutation`, but ignores a call with the same variables as one that is running. The second press of a double click
 * arrives before the button is rendered as busy. The variables must not be files, which all have the same hash.
 */
export function useSingleMutation<Data, Failure = Error, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Failure, Variables, Context>,
): UseMutationResult<Data, Failure, Variables, Context> {
  const mutation = useMutation(options)
  const running = useRef(new Set<string>())
  const { mutateAsync } = mutation
  const mutate: typeof mutation.mutate = useCallback(
    (...call) => {
      const key = hashKey(call.slice(0, 1))
      if (running.current.has(key)) return
      running.current.add(key)
      const end = () => void running.current.delete(key)
      mutateAsync(...call).then(end, end)
    },
    [mutateAsync],
  )
  return { ...mutation, mutate }
}
