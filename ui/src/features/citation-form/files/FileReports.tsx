// What a file of the form shows and lacks: its first page and the findings; a new file's beside those of the file it replaces.
import t from 'messages:staff/accessibility'
import { useQuery } from '@tanstack/react-query'
import { checkedFileQuery, filePreviewPath, useFileLimits } from '../../../api/catalogue/files'
import { useLanguages } from '../../../api/languages'
import { Preview } from '../../../components/page/Preview'
import { isDrawn, typeName } from '../../../lib/files/fileTypes'
import { FindingList } from '../../../parts/files/FindingList'
import { stateText } from '../../../parts/files/findingWords'
import type { RowFile } from '../formValues'
import styles from './FileReports.module.css'

interface Props {
  file: RowFile
  /** The file that it replaces. */
  former: RowFile | null | undefined
  /** The language value of the row. */
  lang: string
}

export function FileReports({ file, former, lang }: Props) {
  const tag = useLanguages().byValue(lang)?.tag ?? ''
  const isReplaced = former && former.digest !== file.digest && !former.withdrawn
  return (
    <div className={styles.reports}>
      {isReplaced && <Report file={former} tag={tag} heading={t('before')} />}
      <Report file={file} tag={tag} heading={isReplaced ? t('after') : null} />
    </div>
  )
}

function Report({ file, tag, heading }: { file: RowFile; tag: string; heading: string | null }) {
  const { types } = useFileLimits()
  const { data, isError } = useQuery(checkedFileQuery(file.digest, tag))
  if (data?.state === undefined || isError) return null
  const { findings, state, reason } = data
  return (
    <div className={styles.report}>
      {isDrawn(file.type) && <Preview address={filePreviewPath(file.digest)} type={typeName(file.type, types)} />}
      <div>
        {heading && <p className={styles.heading}>{heading}</p>}
        {findings.length > 0 ? (
          <FindingList findings={findings} />
        ) : (
          <p className={styles.state} role="status">
            {stateText(state, reason)}
          </p>
        )}
      </div>
    </div>
  )
}
