// The mapping of an import on the screen: each choice is shown at once and saved, one after the other.
import t from 'messages:staff/import'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ImportAnswer, importQuery, type Mapping, mappingKey, saveMapping } from '../../../api/catalogue/imports'
import { asProblem } from '../../../api/problem'
import { withMapping } from './mappingEdits'

/** `details` is the import as it is shown. */
export function useMapping(id: string) {
  const client = useQueryClient()
  const { queryKey } = importQuery(id)
  const mutationKey = mappingKey(id)
  const update = (change: (known: ImportAnswer) => ImportAnswer) =>
    client.setQueryData(queryKey, (known) => known && change(known))
  const saving = useMutation({
    mutationKey,
    // One after the other, each with the entity tag of the one before.
    scope: { id: mutationKey.join(' ') },
    mutationFn: (mapping: Mapping) => saveMapping(id, mapping, client.getQueryData(queryKey)?.etag ?? null),
    onMutate: (mapping) => {
      void client.cancelQueries({ queryKey })
      update((known) => ({ ...known, details: withMapping(known.details, mapping) }))
    },
    onSuccess: (answer) => {
      // A later choice is shown already.
      const isLast = client.isMutating({ mutationKey }) === 1
      update((known) => (isLast ? answer : { ...known, etag: answer.etag }))
    },
    onError: () => client.invalidateQueries({ queryKey }),
  })
  const problem = saving.isError ? asProblem(saving.error) : null
  return {
    save: saving.mutate,
    isSaving: saving.isPending,
    /** Why the last choice was not saved. */
    failure:
      problem && (problem.status === 412 ? t('changedElsewhere') : (problem.fieldErrors[0]?.message ?? problem.text)),
  }
}
