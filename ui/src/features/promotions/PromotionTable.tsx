// The promotions on a page, each with its phrases and where it leads; one of them can be edited in place.
import messages from 'messages:staff/promotions'
import { Link } from 'react-router-dom'
import type { Promotion } from '../../api/maintenance/promotions'
import { IsolatedTexts } from '../../components/list/IsolatedTexts'
import { Table } from '../../components/list/Table'
import { VisuallyHidden } from '../../components/page/VisuallyHidden'
import { staffText } from '../../i18n/staffText'
import { dayOfInstant } from '../../lib/dates/dateTimes'
import { EditableRow } from '../../listkit/EditableRow'
import { citationPath, packetPath } from '../../paths'
import { PromotionEditor } from './PromotionEditor'

const t = staffText(messages)

interface Props {
  promotions: readonly Promotion[]
  /** The ID of the promotion that is being edited. */
  editing: string | null
  onEdit: (id: string | null) => void
  onDelete: (promotion: Promotion) => void
}

export const PromotionTable = ({ promotions, editing, onEdit, onDelete }: Props) => (
  <Table caption={t('promotedResults')} stacked>
    <thead>
      <tr>
        <th scope="col">{t('title')}</th>
        <th scope="col">{t('phrases')}</th>
        <th scope="col">{t('leadsTo')}</th>
        <th scope="col">{t('changed')}</th>
        <th scope="col" data-actions>
          {t('actions')}
        </th>
      </tr>
    </thead>
    <tbody>
      {promotions.map((promotion) => {
        const { id, title, phrases, changed, by } = promotion
        return (
          <EditableRow
            key={id}
            name={title}
            columns={5}
            editing={editing === id}
            onEdit={(isEditing) => onEdit(isEditing ? id : null)}
            onDelete={() => onDelete(promotion)}
            editor={(close) => <PromotionEditor promotion={promotion} onClose={close} />}
          >
            <td data-name dir="auto">
              {title}
            </td>
            <td data-label={t('phrases')}>
              <IsolatedTexts texts={phrases} />
            </td>
            <td data-label={t('leadsTo')}>
              <Target promotion={promotion} />
            </td>
            <td data-label={t('changed')}>{`${dayOfInstant(changed)}, ${by}`}</td>
          </EditableRow>
        )
      })}
    </tbody>
  </Table>
)

function Target({ promotion: { citation, packet, url, title } }: { promotion: Promotion }) {
  if (!citation && !packet) {
    return (
      <a href={url ?? ''} target="_blank" rel="noopener noreferrer">
        <bdi dir="ltr">{url}</bdi>
        <VisuallyHidden>{` ${t('newTab')}`}</VisuallyHidden>
      </a>
    )
  }
  return (
    <Link to={citation ? citationPath(citation) : packetPath(packet ?? '')}>
      {citation ? t('handout') : t('packet')}
      <VisuallyHidden>{`: ${title}`}</VisuallyHidden>
    </Link>
  )
}
