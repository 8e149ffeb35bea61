// Manage Lookups, category 'Synonyms': synonyms added by administrators, and the labels of the thesaurus.

import messages from 'messages:staff/synonyms'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { searchKey } from '../../api/catalogue/search'
import {
  deleteSynonym,
  type Synonym,
  synonymsQuery,
  thesaurusKey,
  thesaurusPageSize,
} from '../../api/maintenance/thesaurus'
import { asProblem } from '../../api/problem'
import { useSingleMutation } from '../../api/useSingleMutation'
import { Button } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import { announce } from '../../components/feedback/StatusLine'
import { pageStart } from '../../components/list/pages'
import layout from '../../components/page/Page.module.css'
import { staffText } from '../../i18n/staffText'
import { ListPage } from '../../listkit/ListPage'
import { listAddress } from '../../listkit/listAddress'
import { useListAddress } from '../../listkit/useListAddress'
import { patterns } from '../../paths'
import { DeleteSynonym } from './DeleteSynonym'
import { SynonymEditor } from './SynonymEditor'
import { SynonymImport } from './SynonymImport'
import { SynonymTable, synonymName } from './SynonymTable'
import { Terms } from './Terms'

const t = staffText(messages)

const address = listAddress<Record<never, string>>(patterns.lookups, {})

export default function SynonymsPage() {
  const client = useQueryClient()
  const { page, setPage } = useListAddress(address)
  const [editing, setEditing] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<Synonym | null>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  /** Whether the deletion was confirmed, so that the row with its button disappears. */
  const isConfirmed = useRef(false)
  const synonyms = useQuery({ ...synonymsQuery(pageStart(page, thesaurusPageSize)), placeholderData: keepPreviousData })
  const deletion = useSingleMutation({
    mutationFn: deleteSynonym,
    onSuccess: (_, synonym) => announce(t('synonymNameDeleted', { synonymName: synonymName(synonym) })),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: thesaurusKey })
      void client.invalidateQueries({ queryKey: searchKey })
    },
  })
  return (
    <ListPage
      title={t('synonyms')}
      head={
        <>
          <AddSynonym button={addButton} />
          {deletion.isError && (
            <Notice kind="error" title={t('synonymNotDeleted')} onDismiss={() => deletion.reset()}>
              {asProblem(deletion.error).detail || t('pleaseTryAgain')}
            </Notice>
          )}
        </>
      }
      query={synonyms}
      label={t('pagesOfSynonyms')}
      failure={t('synonymsNotLoaded')}
      page={page}
      pageSize={thesaurusPageSize}
      margin={2}
      onPage={setPage}
      empty={t('noSynonyms')}
      foot={
        <>
          <SynonymImport />
          <Terms />
          <DeleteSynonym
            synonym={deleting}
            focusAfter={() => (isConfirmed.current ? addButton.current : null)}
            onClose={() => setDeleting(null)}
            onDelete={(synonym) => {
              isConfirmed.current = true
              deletion.mutate(synonym)
            }}
          />
        </>
      }
    >
      {({ synonyms: shown }) => (
        <SynonymTable
          synonyms={shown}
          editing={editing}
          onEdit={setEditing}
          onDelete={(synonym) => {
            isConfirmed.current = false
            setDeleting(synonym)
          }}
        />
      )}
    </ListPage>
  )
}

/** The purpose of synonyms, and the form for a new one; open when the URL has its first term. */
function AddSynonym({ button }: { button: RefObject<HTMLButtonElement | null> }) {
  const [parameters, setParameters] = useSearchParams()
  const firstTerm = parameters.get('term') ?? ''
  const [adding, setAdding] = useState(firstTerm !== '')
  const close = () => {
    setAdding(false)
    setParameters(
      (before) => {
        before.delete('term')
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
          {t('addSynonym')}
        </Button>
      </div>
      {adding && <SynonymEditor firstTerm={firstTerm} onClose={close} />}
    </div>
  )
}
