// The synonyms on a page, each with its direction; one of them can be edited in place.
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import { Fragment } from 'react'
import type { Synonym } from '../../api/maintenance/thesaurus'
import { IconButton } from '../../components/buttons/IconButton'
import { Table } from '../../components/list/Table'
import { SynonymEditor } from './SynonymEditor'

/** The name of a synonym: its terms. */
export const synonymName = ({ terms }: Synonym) => terms.join(', ')

interface Props {
  synonyms: readonly Synonym[]
  /** The ID of the synonym that is being edited. */
  editing: string | null
  onEdit: (id: string | null) => void
  onDelete: (synonym: Synonym) => void
}

export function SynonymTable({ synonyms, editing, onEdit, onDelete }: Props) {
  return (
    <Table caption="Synonyms" stacked>
      <thead>
        <tr>
          <th scope="col">Terms</th>
          <th scope="col">Direction</th>
          <th scope="col">Changed</th>
          <th scope="col" data-actions>
            Actions
          </th>
        </tr>
      </thead>
      <tbody>
        {synonyms.map((synonym) =>
          editing === synonym.id ? (
            <tr key={synonym.id}>
              <td colSpan={4}>
                <SynonymEditor synonym={synonym} onClose={() => onEdit(null)} />
              </td>
            </tr>
          ) : (
            <tr key={synonym.id}>
              <td data-name>
                <Terms terms={synonym.terms} />
              </td>
              <td data-label="Direction">{synonym.oneWay ? 'The first finds the others' : 'Both ways'}</td>
              <td data-label="Changed">{`${new Date(synonym.changed).toLocaleDateString('en-US')}, ${synonym.by}`}</td>
              <td data-actions>
                <IconButton label={`Edit ${synonymName(synonym)}`} tooltip="Edit" onClick={() => onEdit(synonym.id)}>
                  <Pencil aria-hidden />
                </IconButton>
                <IconButton label={`Delete ${synonymName(synonym)}`} tooltip="Delete" onClick={() => onDelete(synonym)}>
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
