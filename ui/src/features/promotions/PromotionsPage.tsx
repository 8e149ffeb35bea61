// Manage Lookups, category 'Promoted results': what is shown above the results of certain texts.
import t from 'messages:staff/promotions'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router-dom'
import {
  deletePromotion,
  type Promotion,
  promotionsDownload,
  promotionsPageSize,
  promotionsQuery,
  reloadPromotions,
} from '../../api/maintenance/promotions'
import { IsolatedTexts } from '../../components/list/IsolatedTexts'
import { ListDownloads } from '../../components/list/ListHead'
import { pageStart } from '../../components/list/pages'
import { VisuallyHidden } from '../../components/page/VisuallyHidden'
import { dayOfInstant } from '../../lib/dates/dateTimes'
import { AddRow } from '../../listkit/AddRow'
import { EditableTable } from '../../listkit/EditableTable'
import { ListPage } from '../../listkit/ListPage'
import type { Column } from '../../listkit/ListTable'
import { listAddress } from '../../listkit/listAddress'
import { useListAddress } from '../../listkit/useListAddress'
import { useRowDeletion } from '../../listkit/useRowDeletion'
import { citationPath, packetPath, patterns } from '../../paths'
import { PromotionEditor } from './PromotionEditor'

const columns: Column<Promotion>[] = [
  { header: t('title'), is: 'name', dir: 'auto', cell: ({ title }) => title },
  { header: t('phrases'), cell: ({ phrases }) => <IsolatedTexts texts={phrases} /> },
  { header: t('leadsTo'), cell: (promotion) => <Target promotion={promotion} /> },
  { header: t('changed'), cell: ({ changed, by }) => `${dayOfInstant(changed)}, ${by}` },
]

const address = listAddress<Record<never, string>>(patterns.lookups, {})

export default function PromotionsPage() {
  const client = useQueryClient()
  const { page, setPage } = useListAddress(address)
  const addButton = useRef<HTMLButtonElement>(null)
  const promotions = useQuery({
    ...promotionsQuery(pageStart(page, promotionsPageSize)),
    placeholderData: keepPreviousData,
  })
  const deletion = useRowDeletion({
    remove: deletePromotion,
    reload: () => reloadPromotions(client),
    nameOf: ({ title }) => title,
    title: t('deletePromotion'),
    question: t('deleteQuestion'),
    failure: t('notDeleted'),
    focusAfter: addButton,
  })
  return (
    <ListPage
      title={t('promotedResults')}
      head={
        <>
          <AddRow
            purpose={t.rich('introduction', { link: (text) => <Link to={patterns.lookups}>{text}</Link> })}
            label={t('addPromotion')}
            button={addButton}
            beside={<ListDownloads href={promotionsDownload} file="promoted_results.csv" />}
            parameter="phrase"
          >
            {(firstPhrase, close) => <PromotionEditor firstPhrase={firstPhrase} onClose={close} />}
          </AddRow>
          {deletion.failure}
        </>
      }
      query={promotions}
      label={t('pages')}
      failure={t('notLoaded')}
      page={page}
      pageSize={promotionsPageSize}
      margin={2}
      onPage={setPage}
      empty={t('none')}
      foot={deletion.dialog}
    >
      {({ promotions: shown }) => (
        <EditableTable
          caption={t('promotedResults')}
          rows={shown}
          columns={columns}
          nameOf={({ title }) => title}
          onDelete={deletion.ask}
          editor={(promotion, close) => <PromotionEditor promotion={promotion} onClose={close} />}
        />
      )}
    </ListPage>
  )
}

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
