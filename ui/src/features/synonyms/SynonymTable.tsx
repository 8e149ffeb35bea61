// The synonyms on a page, each with its direction; one of them can be edited in place.
import messages from 'messages:staff/synonyms'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import { Fragment } from 'react'
import { flushSync } from 'react-dom'
import type { Synonym } from '../../api/maintenance/thesaurus'
import { IconButton } from '../../components/buttons/IconButton'
import { Table } from '../../components/list/Table'
import { staffText } from '../../i18n/staffText'
import { dayOfInstant } from '../../lib/dates/dateTimes'
import { SynonymEditor } from './SynonymEditor'

const t = staffText(messages)

/** The name of a synonym: its terms. */
export const synonymName = ({ terms }: Synonym) => terms.join(', ')

const editId = (id: string) => `edit-synonym-${id}`

interface Props {
  synonyms: readonly Synonym[]
  /** The ID of the synonym that is being edited. */
  editing: string | null
  onEdit: (id: string | null) => void
  onDelete: (synonym: Synonym) => void
}

export function SynonymTable({ synonyms, editing, onEdit, onDelete }: Props) {
  const close = (id: string) => {
    flushSync(() => onEdit(null))
    document.getElementById(editId(id))?.focus()
  }
  return (
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
        {synonyms.map((synonym) =>
          editing === synonym.id ? (
            <tr key={synonym.id}>
              <td colSpan={4}>
                <SynonymEditor synonym={synonym} onClose={() => close(synonym.id)} />
              </td>
            </tr>
          ) : (
            <tr key={synonym.id}>
              <td data-name>
                <Terms terms={synonym.terms} />
              </td>
              <td data-label={t('direction')}>{synonym.oneWay ? t('firstFindsOthers') : t('bothWays')}</td>
              <td data-label={t('changed')}>{`${dayOfInstant(synonym.changed)}, ${synonym.by}`}</td>
              <td data-actions>
                <IconButton
                  id={editId(synonym.id)}
                  label={t('editSynonymName', { synonymName: synonymName(synonym) })}
                  tooltip={t('edit')}
                  onClick={() => onEdit(synonym.id)}
                >
                  <Pencil aria-hidden />
                </IconButton>
                <IconButton
                  label={t('deleteSynonymName', { synonymName: synonymName(synonym) })}
                  tooltip={t('delete')}
                  onClick={() => onDelete(synonym)}
                >
                  <Trash aria-hidden />
                </IconButton>
              </td>
            </tr>
          ),
        )}
      </tbody>
    </Table>
  )
}

/** Each term is isolated, because a synonym may mix text directions. */
const Terms = ({ terms }: Pick<Synonym, 'terms'>) =>
  terms.map((term, index) => (
    <Fragment key={term}>
      {index > 0 && ', '}
      <bdi>{term}</bdi>
    </Fragment>
  ))
