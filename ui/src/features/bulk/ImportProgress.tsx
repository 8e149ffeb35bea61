// How far an import is, while the page waits for it.
import { useQuery } from '@tanstack/react-query'
import { importsQuery } from '../../api/transfer'
import { Overlay } from '../../components/Overlay'
import { progressText } from './progressText'

/** `doing` is shown until the server knows of the import. */
export function ImportProgress({ doing }: { doing: string }) {
  const imports = useQuery(importsQuery).data ?? []
  return <Overlay>{progressText(imports, doing)}</Overlay>
}
