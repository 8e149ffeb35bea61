// Manage Lookups, category 'Promoted results': what is shown above the results of certain texts.
import messages from 'messages:staff/promotions'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import {
  deletePromotion,
  promotionsDownload,
  promotionsPageSize,
  promotionsQuery,
  reloadPromotions,
} from '../../api/maintenance/promotions'
import { ListDownloads } from '../../components/list/ListHead'
import { pageStart } from '../../components/list/pages'
import { staffText } from '../../i18n/staffText'
import { AddRow } from '../../listkit/AddRow'
import { ListPage } from '../../listkit/ListPage'
import { listAddress } from '../../listkit/listAddress'
import { useListAddress } from '../../listkit/useListAddress'
import { useRowDeletion } from '../../listkit/useRowDeletion'
import { patterns } from '../../paths'
import { PromotionEditor } from './PromotionEditor'
import { PromotionTable } from './PromotionTable'

const t = staffText(messages)

const address = listAddress<Record<never, string>>(patterns.lookups, {})

export default function PromotionsPage() {
  const client = useQueryClient()
  const { page, setPage } = useListAddress(address)
  const [editing, setEditing] = useState<string | null>(null)
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
        <PromotionTable promotions={shown} editing={editing} onEdit={setEditing} onDelete={deletion.ask} />
      )}
    </ListPage>
  )
}
