// Manage Lookups, category 'Synonyms': synonyms added by administrators, and the labels of the thesaurus.

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
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
import { PagedList } from '../../components/list/PagedList'
import { pageStart } from '../../components/list/pages'
import { Dialog } from '../../components/page/Dialog'
import layout from '../../components/page/Page.module.css'
import { PageHeading } from '../../components/page/PageHeading'
import { useTitle } from '../../lib/useTitle'
import { patterns } from '../../paths'
import { SynonymEditor } from './SynonymEditor'
import { SynonymImport } from './SynonymImport'
import { SynonymTable, synonymName } from './SynonymTable'
import { Terms } from './Terms'

export default function SynonymsPage() {
  useTitle('Synonyms')
  const client = useQueryClient()
  const [parameters, setParameters] = useSearchParams()
  const firstTerm = parameters.get('term') ?? ''
  const [adding, setAdding] = useState(firstTerm !== '')
  const [editing, setEditing] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<Synonym | null>(null)
  const [page, setPage] = useState(1)
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
  const closeAdding = () => {
    setAdding(false)
    setParameters({ category: 'synonyms' }, { replace: true })
    addButton.current?.focus()
  }
  return (
    <div className={layout.page}>
      <PageHeading>Synonyms</PageHeading>
      <section aria-label="Synonyms" className={layout.section}>
        <p>
          Words that people use for the same thing: a search for one of them also finds the others, as soon as they are
          saved. <Link to={patterns.lookups}>All lookups</Link>
        </p>
        <div className={layout.tools}>
          <Button ref={addButton} aria-expanded={adding} onClick={() => setAdding(!adding)}>
            Add Synonym
          </Button>
        </div>
        {adding && <SynonymEditor firstTerm={firstTerm} onClose={closeAdding} />}
        {deletion.isError && (
          <Notice kind="error" title="The synonym was not deleted." onDismiss={() => deletion.reset()}>
            {asProblem(deletion.error).detail || 'Please try again.'}
          </Notice>
        )}
        <PagedList
          query={synonyms}
          label="Pages of synonyms"
          failure="The synonyms could not be loaded."
          page={page}
          pageSize={thesaurusPageSize}
          margin={2}
          onPage={setPage}
          empty={<p>There are no synonyms yet.</p>}
        >
          {({ synonyms: shown }) => (
            <SynonymTable synonyms={shown} editing={editing} onEdit={setEditing} onDelete={setDeleting} />
          )}
        </PagedList>
      </section>
      <SynonymImport />
      <Terms />
      <Dialog
        open={deleting !== null}
        onClose={() => setDeleting(null)}
        focusAfter={() => addButton.current}
        role="alertdialog"
        title="Delete Item"
        footer={
          <>
            <Button onClick={() => setDeleting(null)}>Cancel</Button>
            <Button
              variant="danger"
              onClick={() => {
                if (deleting) deletion.mutate(deleting)
                setDeleting(null)
              }}
            >
              Delete
            </Button>
          </>
        }
      >
        <p>Are you sure you want to delete this item?</p>
        {deleting && (
          <p>
            <strong dir="auto">{synonymName(deleting)}</strong>
          </p>
        )}
      </Dialog>
    </div>
  )
}
