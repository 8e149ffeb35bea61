// Reloads a list on request.
import { type QueryKey, useQueryClient } from '@tanstack/react-query'

/**
 * Returns a function that reloads the list. `onReloaded` resets what its rows show. It is called when the new rows have
 * been loaded, so that no action is taken on an outdated row. When that fails, the rows stay as they are; the shell
 * shows that refreshing failed.
 */
export function useListReload(queryKey: QueryKey, onReloaded: () => void) {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey }, { throwOnError: true }).then(onReloaded, () => {})
}
