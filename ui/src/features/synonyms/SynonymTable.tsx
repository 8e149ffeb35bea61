// The synonyms on a page, each with its direction; one of them can be edited in place.
import messages from 'messages:staff/synonyms'
import type { Synonym } from '../../api/maintenance/thesaurus'
import { IsolatedTexts } from '../../components/list/IsolatedTexts'
import { Table } from '../../components/list/Table'
import { staffText } from '../../i18n/staffText'
import { dayOfInstant } from '../../lib/dates/dateTimes'
import { EditableRow } from '../../listkit/EditableRow'
import { SynonymEditor } from './SynonymEditor'

const t = staffText(messages)

/** The name of a synonym: its terms. */
export const synonymName = ({ terms }: Synonym) => terms.join(', ')

interface Props {
  synonyms: readonly Synonym[]
  /** The ID of the synonym that is being edited. */
  editing: string | null
  onEdit: (id: string | null) => void
  onDelete: (synonym: Synonym) => void
}

export const SynonymTable = ({ synonyms, editing, onEdit, onDelete }: Props) => (
  <Table caption={t('synonyms')} stacked>
    <thead>
      <tr>
        <th scope="col">{t('terms')}</th>
        <th scope="col">{t('direction')}</th>
        <th scope="col">{t('changed')}</th>
        <th scope="col" data-actions>
          {t('actions')}
        </th>
      </tr>
    </thead>
    <tbody>
      {synonyms.map((synonym) => (
        <EditableRow
          key={synonym.id}
          name={synonymName(synonym)}
          columns={4}
          editing={editing === synonym.id}
          onEdit={(isEditing) => onEdit(isEditing ? synonym.id : null)}
          onDelete={() => onDelete(synonym)}
          editor={(close) => <SynonymEditor synonym={synonym} onClose={close} />}
        >
          <td data-name>
            <IsolatedTexts texts={synonym.terms} />
          </td>
          <td data-label={t('direction')}>{synonym.oneWay ? t('firstFindsOthers') : t('bothWays')}</td>
          <td data-label={t('changed')}>{`${dayOfInstant(synonym.changed)}, ${synonym.by}`}</td>
        </EditableRow>
      ))}
    </tbody>
  </Table>
)
