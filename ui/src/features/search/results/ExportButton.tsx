// Downloads all matches as a CSV file or a workbook, with an overlay while it loads.

import messages from 'messages:en/export'
import Download from 'lucide-react/icons/download'
import { type ExportFormat, exportResults } from '../../../api/catalogue/exports'
import { asProblem } from '../../../api/problem'
import { useSingleMutation } from '../../../api/useSingleMutation'
import { Button } from '../../../components/buttons/Button'
import { ErrorNotice } from '../../../components/feedback/Notice'
import { Overlay } from '../../../components/feedback/Overlay'
import { useText } from '../../../i18n/useText'
import { saveFile } from '../../../lib/files/saveFile'
import type { Search } from '../searchAddress'

const formats = [
  { format: 'csv', label: 'export' },
  { format: 'xlsx', label: 'exportExcel' },
] as const

export default function ExportButton({ search }: { search: Search }) {
  const t = useText(messages)
  const download = useSingleMutation({
    mutationFn: (format: ExportFormat) => exportResults(search, format),
    onSuccess: (file, format) => saveFile(file, `search_export.${format}`),
  })
  return (
    <>
      {formats.map(({ format, label }) => (
        <Button
          key={format}
          icon={<Download aria-hidden />}
          busy={download.isPending && download.variables === format}
          onClick={() => download.mutate(format)}
        >
          {t(label)}
        </Button>
      ))}
      {download.isPending && <Overlay>{t('exporting')}</Overlay>}
      <ErrorNotice
        title={t('failed')}
        text={download.isError && t(asProblem(download.error).status === 0 ? 'unreachable' : 'serverError')}
        onDismiss={() => download.reset()}
      />
    </>
  )
}
