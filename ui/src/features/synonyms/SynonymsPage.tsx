// Manage Lookups, category 'Synonyms': synonyms added by administrators, and the labels of the thesaurus.

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
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
import { Button } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import { announce } from '../../components/feedback/StatusLine'
import { pageStart } from '../../components/list/pages'
import layout from '../../components/page/Page.module.css'
import { ListPage } from '../../listkit/ListPage'
import { listAddress } from '../../listkit/listAddress'
import { useListAddress } from '../../listkit/useListAddress'
import { patterns } from '../../paths'
import { DeleteSynonym } from './DeleteSynonym'
import { SynonymEditor } from './SynonymEditor'
import { SynonymImport } from './SynonymImport'
import { SynonymTable, synonymName } from './SynonymTable'
import { Terms } from './Terms'

const address = listAddress<Record<never, string>>(patterns.lookups, {})

export default function SynonymsPage() {
  const client = useQueryClient()
  const { page, setPage } = useListAddress(address)
  const [editing, setEditing] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<Synonym | null>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const synonyms = useQuery({ ...synonymsQuery(pageStart(page, thesaurusPageSize)), placeholderData: keepPreviousData })
  const deletion = useMutation({
    mutationFn: deleteSynonym,
    onSuccess: (_, synonym) => announce(`${synonymName(synonym)}: deleted.`),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: thesaurusKey })
      void client.invalidateQueries({ queryKey: searchKey })
    },
  })
  return (
    <ListPage
      title="Synonyms"
      head={
        <>
          <AddSynonym button={addButton} />
          {deletion.isError && (
            <Notice kind="error" title="The synonym was not deleted." onDismiss={() => deletion.reset()}>
              {asProblem(deletion.error).detail || 'Please try again.'}
            </Notice>
          )}
        </>
      }
      query={synonyms}
      label="Pages of synonyms"
      failure="The synonyms could not be loaded."
      page={page}
      pageSize={thesaurusPageSize}
      margin={2}
      onPage={setPage}
      empty="There are no synonyms yet."
      foot={
        <>
          <SynonymImport />
          <Terms />
          <DeleteSynonym
            synonym={deleting}
            focusAfter={() => addButton.current}
            onClose={() => setDeleting(null)}
            onDelete={deletion.mutate}
          />
        </>
      }
    >
      {({ synonyms: shown }) => (
        <SynonymTable synonyms={shown} editing={editing} onEdit={setEditing} onDelete={setDeleting} />
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
      <p>
        Words that people use for the same thing: a search for one of them also finds the others, as soon as they are
        saved. <Link to={patterns.lookups}>All lookups</Link>
      </p>
      <div className={layout.tools}>
        <Button ref={button} aria-expanded={adding} onClick={() => setAdding(!adding)}>
          Add Synonym
        </Button>
      </div>
      {adding && <SynonymEditor firstTerm={firstTerm} onClose={close} />}
    </div>
  )
}
