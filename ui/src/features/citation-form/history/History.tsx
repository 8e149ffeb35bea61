// The history of a citation: its versions, comparing two, and restoring one.
import t from 'messages:staff/citationForm'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { restoreVersion, versionsQuery } from '../../../api/catalogue/editing'
import { Button } from '../../../components/buttons/Button'
import { RecordHistory } from '../../../formkit/RecordHistory'
import styles from '../CitationForm.module.css'
import { CompareVersions } from './CompareVersions'
import { fieldLabel } from './comparedFields'
import { VersionFiles } from './VersionFiles'

interface Props {
  id: string
  etag: string | null
  onRestored: () => Promise<unknown>
}

export function History({ id, etag, onRestored }: Props) {
  const versions = useQuery(versionsQuery(id))
  const [comparing, setComparing] = useState(false)
  return (
    <RecordHistory
      versions={versions}
      fieldLabel={fieldLabel}
      restore={(version) => restoreVersion(id, version, etag)}
      onRestored={onRestored}
      detailsOf={({ citation }) => <VersionFiles languages={citation.languages} />}
    >
      {versions.data && versions.data.length > 1 && (
        <>
          <Button
            className={styles.compare}
            size="small"
            aria-expanded={comparing}
            onClick={() => setComparing(!comparing)}
          >
            {t('compareVersions')}
          </Button>
          {/* A new version resets the selection. */}
          {comparing && <CompareVersions key={versions.data.length} versions={versions.data} />}
        </>
      )}
    </RecordHistory>
  )
}
