// Downloads all matches as a CSV file, with an overlay while it loads.

import messages from 'messages:en/export'
import Download from 'lucide-react/icons/download'
import { downloadPath } from '../../../api/catalogue/search'
import { callRaw } from '../../../api/client'
import { asProblem } from '../../../api/problem'
import { useSingleMutation } from '../../../api/useSingleMutation'
import { Button } from '../../../components/buttons/Button'
import { Notice } from '../../../components/feedback/Notice'
import { Overlay } from '../../../components/feedback/Overlay'
import { useText } from '../../../i18n/useText'
import { saveFile } from '../../../lib/files/saveFile'
import type { Search } from '../searchAddress'

export default function ExportButton({ search }: { search: Search }) {
  const t = useText(messages)
  const download = useSingleMutation({
    mutationFn: async () =>
      (await callRaw(downloadPath(search), { headers: { accept: 'text/csv' }, content: 'csv' })).blob(),
    onSuccess: (file) => saveFile(file, 'search_export.csv'),
  })
  return (
    <>
      <Button icon={<Download aria-hidden />} busy={download.isPending} onClick={() => download.mutate()}>
        {t('export')}
      </Button>
      {download.isPending && <Overlay>{t('exporting')}</Overlay>}
      {download.isError && (
        <Notice kind="error" title={t('failed')} onDismiss={() => download.reset()}>
          {t(asProblem(download.error).status === 0 ? 'unreachable' : 'serverError')}
        </Notice>
      )}
    </>
  )
}
