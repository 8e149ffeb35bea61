// Downloads all matches as a CSV file, with an overlay while it is on its way.
import { useMutation } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { callRaw } from '../../api/client'
import { asProblem } from '../../api/problem'
import { downloadPath } from '../../api/search'
import { Button } from '../../components/Button'
import { Notice } from '../../components/Notice'
import { Overlay } from '../../components/Overlay'
import { saveFile } from '../../lib/saveFile'
import type { Search } from './searchAddress'

export default function ExportButton({ search }: { search: Search }) {
  const download = useMutation({
    mutationFn: async () => (await callRaw(downloadPath(search), { headers: { accept: 'text/csv' } })).blob(),
    onSuccess: (file) => saveFile(file, 'search_export.csv'),
  })
  return (
    <>
      <Button icon={<Download aria-hidden />} busy={download.isPending} onClick={() => download.mutate()}>
        Export to CSV
      </Button>
      {download.isPending && <Overlay>Exporting...</Overlay>}
      {download.isError && (
        <Notice kind="error" title="The list was not exported." onDismiss={() => download.reset()}>
          {asProblem(download.error).status === 0
            ? 'The server could not be reached. Check your connection, then export again.'
            : 'The server could not make the file. Wait a moment, then export again.'}{' '}
          Your search is kept.
        </Notice>
      )}
    </>
  )
}
