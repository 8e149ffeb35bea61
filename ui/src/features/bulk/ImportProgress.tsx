// The progress of an import while the page waits for it.
import { useQuery } from '@tanstack/react-query'
import { importsQuery } from '../../api/catalogue/importExport'
import { Overlay } from '../../components/feedback/Overlay'
import { progressText } from './progressText'

/** `fallback` is shown until the server reports the import. */
export function ImportProgress({ fallback }: { fallback: string }) {
  const imports = useQuery(importsQuery).data ?? []
  return <Overlay>{progressText(imports, fallback)}</Overlay>
}
