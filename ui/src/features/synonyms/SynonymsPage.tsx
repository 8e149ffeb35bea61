// Manage Lookups, category 'Synonyms': synonyms added by administrators, and the labels of the thesaurus.

import t from 'messages:staff/synonyms'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router-dom'
import {
  deleteSynonym,
  reloadThesaurus,
  type Synonym,
  synonymsQuery,
  thesaurusPageSize,
} from '../../api/maintenance/thesaurus'
import { IsolatedTexts } from '../../components/list/IsolatedTexts'
import { pageStart } from '../../components/list/pages'
import { dayOfInstant } from '../../lib/dates/dateTimes'
import { AddRow } from '../../listkit/AddRow'
import { EditableTable } from '../../listkit/EditableTable'
import { ListPage } from '../../listkit/ListPage'
import type { Column } from '../../listkit/ListTable'
import { listAddress } from '../../listkit/listAddress'
import { useListAddress } from '../../listkit/useListAddress'
import { useRowDeletion } from '../../listkit/useRowDeletion'
import { patterns } from '../../paths'
import { SynonymEditor } from './SynonymEditor'
import { SynonymImport } from './SynonymImport'
import { Terms } from './Terms'

/** The name of a synonym: its terms. */
const synonymName = ({ terms }: Synonym) => terms.join(', ')

const columns: Column<Synonym>[] = [
  { header: t('terms'), is: 'name', cell: ({ terms }) => <IsolatedTexts texts={terms} /> },
  { header: t('direction'), cell: ({ oneWay }) => (oneWay ? t('firstFindsOthers') : t('bothWays')) },
  { header: t('changed'), cell: ({ changed, by }) => `${dayOfInstant(changed)}, ${by}` },
]

const address = listAddress<Record<never, string>>(patterns.lookups, {})

export default function SynonymsPage() {
  const client = useQueryClient()
  const { page, setPage } = useListAddress(address)
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
        <EditableTable
          caption={t('synonyms')}
          rows={shown}
          columns={columns}
          nameOf={synonymName}
          onDelete={deletion.ask}
          editor={(synonym, close) => <SynonymEditor synonym={synonym} onClose={close} />}
        />
      )}
    </ListPage>
  )
}
