// The second step: what each column is imported as, beside its first values, with the reason of each guess.
import t from 'messages:staff/import'
import type { ImportDetails, Mapping } from '../../../api/catalogue/imports'
import { LinkButton } from '../../../components/buttons/Button'
import { Notice } from '../../../components/feedback/Notice'
import { SelectField } from '../../../components/form/TextField'
import { ListTable } from '../../../listkit/ListTable'
import { ColumnChoice } from './ColumnChoice'
import { Constants } from './Constants'
import styles from './Import.module.css'
import { stepPath } from './importAddress'
import { withColumn } from './mappingEdits'
import { SavedMappings } from './SavedMappings'
import { asksForDates } from './targets'
import { useMapping } from './useMapping'

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
      <ListTable
        caption={t('columnsCaption')}
        rows={columns}
        rowKey={({ column }) => column}
        className={styles.columns}
        columns={[
          {
            header: t('column'),
            is: 'name',
            cell: ({ column, header }) => (
              <>
                {column} <bdi>{header || <span className={styles.muted}>{t('noHeader')}</span>}</bdi>
              </>
            ),
          },
          { header: t('firstValues'), cell: ({ samples }) => <Samples samples={samples} /> },
          {
            header: t('importAs'),
            label: '',
            cell: (column) => (
              <ColumnChoice
                column={column}
                split={mapping.columns.find((one) => one.column === column.column)?.split ?? null}
                onChange={(change) => save(withColumn(mapping, column, change))}
              />
            ),
          },
        ]}
      />
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

const Samples = ({ samples }: { samples: readonly string[] }) =>
  samples.length === 0 ? (
    <span className={styles.muted}>{t('noValues')}</span>
  ) : (
    <ul className={styles.samples}>
      {samples.map((sample, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same value may stand in several rows
        <li key={n} dir="auto" title={sample}>
          {sample}
        </li>
      ))}
    </ul>
  )

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
