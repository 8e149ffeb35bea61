// The first step: what the file is, and the sheet and row of headers that are imported.

import t from 'messages:staff/import'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { deleteImport, type ImportDetails, importListQuery, type Mapping } from '../../../api/catalogue/imports'
import { useSingleMutation } from '../../../api/useSingleMutation'
import { Button, LinkButton } from '../../../components/buttons/Button'
import { Notice } from '../../../components/feedback/Notice'
import { SelectField, TextField } from '../../../components/form/TextField'
import { focusNextHeading } from '../../../components/page/PageHeading'
import { ProblemNotice } from '../../../formkit/ProblemNotice'
import { wholeNumber } from '../../../lib/text/wholeNumber'
import { patterns } from '../../../paths'
import styles from './Import.module.css'
import { stepPath } from './importAddress'
import { withSheet } from './mappingEdits'
import { useMapping } from './useMapping'

const formats = { csv: t('csv'), xlsx: t('xlsx'), ods: t('ods'), jsonl: t('jsonl') }
const delimiters: Record<string, string> = { ',': t('comma'), ';': t('semicolon'), '\t': t('tab') }

export function FileStep({ details }: { details: ImportDetails }) {
  const { id, format, encoding, delimiter, mapping, notices } = details
  return (
    <>
      <dl className={styles.facts}>
        <dt>{t('format')}</dt>
        <dd>{formats[format] ?? format}</dd>
        {encoding && (
          <>
            <dt>{t('encoding')}</dt>
            <dd>{encoding}</dd>
          </>
        )}
        {delimiter && (
          <>
            <dt>{t('delimiter')}</dt>
            <dd>{delimiters[delimiter] ?? delimiter}</dd>
          </>
        )}
      </dl>
      <Notices notices={notices} />
      {mapping && <Sheet details={details} mapping={mapping} />}
      <div className={styles.buttons}>
        <AnotherFile id={id} />
        <LinkButton variant="primary" to={stepPath(id, mapping ? 'columns' : 'preview')}>
          {mapping ? t('toColumns') : t('toPreview')}
        </LinkButton>
      </div>
    </>
  )
}

function Notices({ notices }: { notices: readonly string[] }) {
  if (notices.length === 0) return null
  return (
    <Notice kind="info" title={t('notices')}>
      <ul className={styles.notices}>
        {notices.map((notice) => (
          <li key={notice}>{notice}</li>
        ))}
      </ul>
    </Notice>
  )
}

function Sheet({ details: { id, sheets }, mapping }: { details: ImportDetails; mapping: Mapping }) {
  const { save, isSaving, failure } = useMapping(id)
  const [typed, setTyped] = useState<string | null>(null)
  const [isInvalid, setInvalid] = useState(false)
  const row = typed ?? String(mapping.headerRow ?? '')
  const first = sheets.find(({ hidden }) => !hidden) ?? sheets[0]
  const useRow = () => {
    const number = wholeNumber(row, 1, 1_048_576)
    setInvalid(number === null && row.trim() !== '')
    // Empty: the server finds it again.
    if (number === null && row.trim() !== '') return
    save(withSheet(mapping, mapping.sheet, number))
    setTyped(null)
  }
  return (
    <>
      {sheets.length > 1 && (
        <div className={styles.line}>
          <SelectField
            label={t('sheet')}
            hint={t('sheetHint')}
            value={mapping.sheet ?? first?.name}
            onChange={({ target }) => save(withSheet(mapping, target.value, null))}
          >
            {sheets.map(({ name, rows, hidden }) => (
              <option key={name} value={name}>
                {hidden ? t('hiddenSheetOption', { name, rows }) : t('sheetOption', { name, rows })}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      <div className={styles.control}>
        <TextField
          label={t('headerRow')}
          hint={t('headerRowHint')}
          error={isInvalid ? t('headerRowInvalid') : undefined}
          inputMode="numeric"
          autoComplete="off"
          value={row}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button busy={isSaving} onClick={useRow}>
          {t('useRow')}
        </Button>
      </div>
      {failure && (
        <Notice kind="error" title={t('mappingNotSaved')}>
          {failure}
        </Notice>
      )}
    </>
  )
}

/** Deletes this import: its file is not needed any more. */
function AnotherFile({ id }: { id: string }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const deleting = useSingleMutation({
    mutationFn: () => deleteImport(id),
    onSuccess: () => {
      focusNextHeading()
      navigate(patterns.bulk)
      void client.invalidateQueries(importListQuery())
    },
  })
  return (
    <>
      <Button busy={deleting.isPending} onClick={() => deleting.mutate()}>
        {t('otherFile')}
      </Button>
      <ProblemNotice title={t('notDeleted')} call={deleting} />
    </>
  )
}
