// Manage Lookups, category 'Synonyms': synonyms added by administrators, and the labels of the thesaurus.

import messages from 'messages:staff/synonyms'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { deleteSynonym, reloadThesaurus, synonymsQuery, thesaurusPageSize } from '../../api/maintenance/thesaurus'
import { pageStart } from '../../components/list/pages'
import { staffText } from '../../i18n/staffText'
import { AddRow } from '../../listkit/AddRow'
import { ListPage } from '../../listkit/ListPage'
import { listAddress } from '../../listkit/listAddress'
import { useListAddress } from '../../listkit/useListAddress'
import { useRowDeletion } from '../../listkit/useRowDeletion'
import { patterns } from '../../paths'
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
  const addButton = useRef<HTMLButtonElement>(null)
  const synonyms = useQuery({ ...synonymsQuery(pageStart(page, thesaurusPageSize)), placeholderData: keepPreviousData })
  const deletion = useRowDeletion({
    remove: deleteSynonym,
    reload: () => reloadThesaurus(client),
    nameOf: synonymName,
    title: t('deleteItem'),
    question: t('deleteQuestion'),
    failure: t('synonymNotDeleted'),
    focusAfter: addButton,
  })
  return (
    <ListPage
      title={t('synonyms')}
      head={
        <>
          <AddRow
            purpose={t.rich('introduction', { link: (text) => <Link to={patterns.lookups}>{text}</Link> })}
            label={t('addSynonym')}
            button={addButton}
            parameter="term"
          >
            {(firstTerm, close) => <SynonymEditor firstTerm={firstTerm} onClose={close} />}
          </AddRow>
          {deletion.failure}
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
          {deletion.dialog}
        </>
      }
    >
      {({ synonyms: shown }) => (
        <SynonymTable synonyms={shown} editing={editing} onEdit={setEditing} onDelete={deletion.ask} />
      )}
    </ListPage>
  )
}
