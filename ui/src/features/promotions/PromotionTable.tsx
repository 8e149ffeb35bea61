// The promotions on a page, each with its phrases and where it leads; one of them can be edited in place.
import messages from 'messages:staff/promotions'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import { Fragment } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router-dom'
import type { Promotion } from '../../api/maintenance/promotions'
import { IconButton } from '../../components/buttons/IconButton'
import { Table } from '../../components/list/Table'
import { staffText } from '../../i18n/staffText'
import { dayOfInstant } from '../../lib/dates/dateTimes'
import { citationPath, packetPath } from '../../paths'
import { PromotionEditor } from './PromotionEditor'

const t = staffText(messages)

const editId = (id: string) => `edit-promotion-${id}`

interface Props {
  promotions: readonly Promotion[]
  /** The ID of the promotion that is being edited. */
  editing: string | null
  onEdit: (id: string | null) => void
  onDelete: (promotion: Promotion) => void
}

export function PromotionTable({ promotions, editing, onEdit, onDelete }: Props) {
  const close = (id: string) => {
    flushSync(() => onEdit(null))
    document.getElementById(editId(id))?.focus()
  }
  return (
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
          if (editing === id) {
            return (
              <tr key={id}>
                <td colSpan={5}>
                  <PromotionEditor promotion={promotion} onClose={() => close(id)} />
                </td>
              </tr>
            )
          }
          return (
            <tr key={id}>
              <td data-name dir="auto">
                {title}
              </td>
              <td data-label={t('phrases')}>
                {phrases.map((phrase, n) => (
                  <Fragment key={phrase}>
                    {n > 0 && ', '}
                    <bdi>{phrase}</bdi>
                  </Fragment>
                ))}
              </td>
              <td data-label={t('leadsTo')}>
                <Target promotion={promotion} />
              </td>
              <td data-label={t('changed')}>{`${dayOfInstant(changed)}, ${by}`}</td>
              <td data-actions>
                <IconButton
                  id={editId(id)}
                  label={t('editTitle', { title })}
                  tooltip={t('edit')}
                  onClick={() => onEdit(id)}
                >
                  <Pencil aria-hidden />
                </IconButton>
                <IconButton
                  label={t('deleteTitle', { title })}
                  tooltip={t('delete')}
                  onClick={() => onDelete(promotion)}
                >
                  <Trash aria-hidden />
                </IconButton>
              </td>
            </tr>
          )
        })}
      </tbody>
    </Table>
  )
}

function Target({ promotion: { citation, packet, url } }: { promotion: Promotion }) {
  if (citation) return <Link to={citationPath(citation)}>{t('handout')}</Link>
  if (packet) return <Link to={packetPath(packet)}>{t('packet')}</Link>
  return (
    <a href={url ?? ''} target="_blank" rel="noopener noreferrer">
      <bdi dir="ltr">{url}</bdi>
    </a>
  )
}
