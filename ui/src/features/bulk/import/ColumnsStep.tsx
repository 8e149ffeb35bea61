// The second step: what each column is imported as, beside its first values, with the reason of each guess.
import messages from 'messages:staff/import'
import type { ImportDetails, Mapping } from '../../../api/catalogue/imports'
import { LinkButton } from '../../../components/buttons/Button'
import { Notice } from '../../../components/feedback/Notice'
import { SelectField } from '../../../components/form/TextField'
import { Table } from '../../../components/list/Table'
import { staffText } from '../../../i18n/staffText'
import { ColumnRow } from './ColumnRow'
import { Constants } from './Constants'
import styles from './Import.module.css'
import { stepPath } from './importAddress'
import { withColumn } from './mappingEdits'
import { SavedMappings } from './SavedMappings'
import { asksForDates } from './targets'
import { useMapping } from './useMapping'

const t = staffText(messages)

interface Props {
  details: ImportDetails
  mapping: Mapping
}

export function ColumnsStep({ details, mapping }: Props) {
  const { id, columns } = details
  const { save, isSaving, failure } = useMapping(id)
  const open = columns.filter(asksForDates)
  return (
    <>
      <p>{t('columnsIntroduction')}</p>
      {open.length > 0 && (
        <Notice kind="info" title={t('datesAsked')}>
          {open.map((column) => columnName(column)).join(', ')}
        </Notice>
      )}
      <SavedMappings mapping={mapping} onUse={save} />
      <Table caption={t('columnsCaption')} stacked className={styles.columns}>
        <thead>
          <tr>
            <th scope="col">{t('column')}</th>
            <th scope="col">{t('firstValues')}</th>
            <th scope="col">{t('importAs')}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => (
            <ColumnRow
              key={column.column}
              column={column}
              split={mapping.columns.find((one) => one.column === column.column)?.split ?? null}
              onChange={(change) => save(withColumn(mapping, column, change))}
            />
          ))}
        </tbody>
      </Table>
      {columns.some(({ field }) => field === 'lang') && <Key {...{ details, mapping }} onChange={save} />}
      <Constants mapping={mapping} onChange={save} />
      {failure && (
        <Notice kind="error" title={t('mappingNotSaved')}>
          {failure}
        </Notice>
      )}
      <div className={styles.buttons}>
        <LinkButton variant="primary" to={stepPath(id, 'preview')}>
          {t('toPreview')}
        </LinkButton>
        <span role="status" className={styles.muted}>
          {isSaving && t('saving')}
        </span>
      </div>
    </>
  )
}

/** 'B: Handout Title'. */
const columnName = ({ column, header }: { column: string; header: string }) =>
  t('columnName', { column, header: header || t('noHeader') })

interface KeyProps extends Props {
  onChange: (mapping: Mapping) => void
}

/** Which rows are language versions of one citation. */
const Key = ({ details, mapping, onChange }: KeyProps) => (
  <div className={styles.line}>
    <SelectField
      label={t('key')}
      hint={t('keyHint')}
      value={mapping.key ?? ''}
      onChange={({ target }) => onChange({ ...mapping, key: target.value || null })}
    >
      <option value="">{t('keyAuto')}</option>
      {details.columns.map((column) => (
        <option key={column.column} value={column.column}>
          {columnName(column)}
        </option>
      ))}
    </SelectField>
  </div>
)
