// Reloads a list on request.
import { type QueryKey, useQueryClient } from '@tanstack/react-query'

/**
 * Returns a function that reloads the list. `onReloaded` resets what its rows show; it is called when the new rows are there,
 * so that no action is taken on an outdated row.
 */
export function useListReload(queryKey: QueryKey, onReloaded: () => void) {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey }).then(onReloaded)
}
