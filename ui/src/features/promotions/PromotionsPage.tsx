// Manage Lookups, category 'Promoted results': what is shown above the results of certain texts.
import messages from 'messages:staff/promotions'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { searchKey } from '../../api/catalogue/search'
import {
  deletePromotion,
  type Promotion,
  promotionsDownload,
  promotionsKey,
  promotionsPageSize,
  promotionsQuery,
} from '../../api/maintenance/promotions'
import { asProblem } from '../../api/problem'
import { useSingleMutation } from '../../api/useSingleMutation'
import { Button } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import { announce } from '../../components/feedback/StatusLine'
import { ListDownloads } from '../../components/list/ListHead'
import { pageStart } from '../../components/list/pages'
import { Dialog } from '../../components/page/Dialog'
import layout from '../../components/page/Page.module.css'
import { staffText } from '../../i18n/staffText'
import { ListPage } from '../../listkit/ListPage'
import { listAddress } from '../../listkit/listAddress'
import { useListAddress } from '../../listkit/useListAddress'
import { patterns } from '../../paths'
import { PromotionEditor } from './PromotionEditor'
import { PromotionTable } from './PromotionTable'

const t = staffText(messages)

const address = listAddress<Record<never, string>>(patterns.lookups, {})

export default function PromotionsPage() {
  const client = useQueryClient()
  const { page, setPage } = useListAddress(address)
  const [editing, setEditing] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<Promotion | null>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  /** Whether the deletion was confirmed, so that the row with its button disappears. */
  const isConfirmed = useRef(false)
  const promotions = useQuery({
    ...promotionsQuery(pageStart(page, promotionsPageSize)),
    placeholderData: keepPreviousData,
  })
  const deletion = useSingleMutation({
    mutationFn: deletePromotion,
    onSuccess: (_, { title }) => announce(t('titleDeleted', { title })),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: promotionsKey })
      void client.invalidateQueries({ queryKey: searchKey })
    },
  })
  return (
    <ListPage
      title={t('promotedResults')}
      head={
        <>
          <AddPromotion button={addButton} />
          {deletion.isError && (
            <Notice kind="error" title={t('notDeleted')} onDismiss={() => deletion.reset()}>
              {asProblem(deletion.error).detail || t('pleaseTryAgain')}
            </Notice>
          )}
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
      foot={
        <Deletion
          promotion={deleting}
          focusAfter={() => (isConfirmed.current ? addButton.current : null)}
          onClose={() => setDeleting(null)}
          onDelete={(promotion) => {
            isConfirmed.current = true
            deletion.mutate(promotion)
          }}
        />
      }
    >
      {({ promotions: shown }) => (
        <PromotionTable
          promotions={shown}
          editing={editing}
          onEdit={setEditing}
          onDelete={(promotion) => {
            isConfirmed.current = false
            setDeleting(promotion)
          }}
        />
      )}
    </ListPage>
  )
}

/** The purpose of promotions, and the form for a new one; open when the URL has its first phrase. */
function AddPromotion({ button }: { button: RefObject<HTMLButtonElement | null> }) {
  const [parameters, setParameters] = useSearchParams()
  const firstPhrase = parameters.get('phrase') ?? ''
  const [adding, setAdding] = useState(firstPhrase !== '')
  const close = () => {
    setAdding(false)
    setParameters(
      (before) => {
        before.delete('phrase')
        return before
      },
      { replace: true },
    )
    button.current?.focus()
  }
  return (
    <div className={layout.section}>
      <p>{t.rich('introduction', { link: (text) => <Link to={patterns.lookups}>{text}</Link> })}</p>
      <div className={layout.tools}>
        <Button ref={button} aria-expanded={adding} onClick={() => setAdding(!adding)}>
          {t('addPromotion')}
        </Button>
        <ListDownloads href={promotionsDownload} file="promoted_results.csv" />
      </div>
      {adding && <PromotionEditor firstPhrase={firstPhrase} onClose={close} />}
    </div>
  )
}

interface DeletionProps {
  /** Null while the dialog is closed. */
  promotion: Promotion | null
  focusAfter: () => HTMLElement | null
  onClose: () => void
  onDelete: (promotion: Promotion) => void
}

/** Asks for confirmation before a promotion is deleted. */
const Deletion = ({ promotion, focusAfter, onClose, onDelete }: DeletionProps) => (
  <Dialog
    open={promotion !== null}
    onClose={onClose}
    focusAfter={focusAfter}
    role="alertdialog"
    title={t('delete')}
    footer={
      <>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button
          variant="danger"
          onClick={() => {
            if (promotion) onDelete(promotion)
            onClose()
          }}
        >
          {t('delete')}
        </Button>
      </>
    }
  >
    <p>{t('deleteQuestion')}</p>
    {promotion && (
      <p>
        <strong dir="auto">{promotion.title}</strong>
      </p>
    )}
  </Dialog>
)
