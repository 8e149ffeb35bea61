// Manage Lookups, category 'Synonyms': synonyms added by administrators, and the labels of the thesaurus.
import t from 'messages:staff/synonyms'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import {
  deleteSynonym,
  importSynonyms,
  reloadThesaurus,
  type Synonym,
  switchTerm,
  synonymsDownload,
  synonymsQuery,
  type Term,
  termsDownload,
  termsQuery,
  useThesaurusImport,
} from '../../api/maintenance/thesaurus'
import { asProblem } from '../../api/problem'
import { useSingleMutation } from '../../api/useSingleMutation'
import { Button } from '../../components/buttons/Button'
import { announce, Notice } from '../../components/feedback/Notice'
import { CheckedImport } from '../../components/form/CheckedImport'
import { TextField } from '../../components/form/TextField'
import { DownloadLinks } from '../../components/list/DownloadLinks'
import { IsolatedTexts } from '../../components/list/IsolatedTexts'
import { ListDownloads } from '../../components/list/ListHead'
import { PagedList } from '../../components/list/PagedList'
import layout from '../../components/page/Page.module.css'
import { dayOfInstant } from '../../lib/dates/dates'
import { displayName } from '../../lib/text/displayName'
import { useDebounced } from '../../lib/useDebounced'
import { EditableListPage } from '../../listkit/EditableListPage'
import { type Column, ListTable } from '../../listkit/ListTable'
import { usePages } from '../../listkit/listAddress'
import { patterns } from '../../paths'
import { SynonymEditor } from './SynonymEditor'
import styles from './SynonymsPage.module.css'

const columns: Column<Synonym>[] = [
  { header: t('terms'), is: 'name', cell: ({ terms }) => <IsolatedTexts texts={terms} /> },
  { header: t('direction'), cell: ({ oneWay }) => (oneWay ? t('firstFindsOthers') : t('bothWays')) },
  { header: t('changed'), cell: ({ changed, by }) => `${dayOfInstant(changed)}, ${by}` },
]

export default function SynonymsPage() {
  return (
    <EditableListPage
      title={t('synonyms')}
      purpose={t.rich('introduction', { link: (text) => <Link to={patterns.lookups}>{text}</Link> })}
      parameter="term"
      queryOf={synonymsQuery}
      rowsOf={({ synonyms }) => synonyms}
      columns={columns}
      nameOf={({ terms }) => terms.join(', ')}
      editor={(synonym, firstTerm, close) => <SynonymEditor synonym={synonym} firstTerm={firstTerm} onClose={close} />}
      remove={deleteSynonym}
      reload={reloadThesaurus}
      texts={{
        add: t('addSynonym'),
        pages: t('pagesOfSynonyms'),
        notLoaded: t('synonymsNotLoaded'),
        none: t('noSynonyms'),
        deletion: t('deleteItem'),
        question: t('deleteQuestion'),
        notDeleted: t('synonymNotDeleted'),
      }}
      foot={
        <>
          <SynonymImport />
          <Terms />
        </>
      }
    />
  )
}

/** Imports synonyms from a CSV file after a preview, and downloads them. */
function SynonymImport() {
  const { choose, write, isWriting, problem, report } = useThesaurusImport(importSynonyms)
  const counts = report && t('importCounts', { added: report.added, unchanged: report.unchanged })
  return (
    <section aria-labelledby="synonyms-csv" className={layout.section}>
      <h2 id="synonyms-csv">{t('csv')}</h2>
      <DownloadLinks
        href={synonymsDownload}
        file="synonyms.csv"
        csv={t('downloadAllSynonyms')}
        excel={t('downloadAllSynonymsAsExcel')}
      />
      <CheckedImport
        label={t('importSynonyms')}
        hint={t('importHint')}
        accept=".csv"
        onChoose={choose}
        problem={problem}
        report={report}
        counts={counts}
        titles={{
          problem: t('importFailed'),
          errors: t('nothingImported'),
          written: t('importComplete'),
        }}
        action={t('import')}
        isEmpty={report?.added === 0}
        isWriting={isWriting}
        onWrite={write}
      />
    </section>
  )
}

const languageNames = new Intl.DisplayNames('en-US', { type: 'language' })

/** The labels of the thesaurus: search, switch off and on. */
function Terms() {
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(1)
  const q = useDebounced(typed, 300)
  const terms = usePages({ page, setPage }, (start) => termsQuery(q, start))
  const change = useSingleMutation({
    mutationFn: ({ term, off }: { term: Term; off: boolean }) => switchTerm(term, off),
    onSuccess: async (_, { term, off }) => {
      announce(off ? t('termSwitchedOff', { term: term.term }) : t('termSwitched', { term: term.term }))
      await reloadThesaurus(client)
    },
  })
  return (
    <section aria-labelledby="terms" className={layout.section}>
      <h2 id="terms">{t('terms')}</h2>
      <p>{t('termsIntroduction')}</p>
      <div className={layout.tools}>
        <TextField
          label={t('findTerm')}
          type="search"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setPage(1)
          }}
        />
        <ListDownloads href={termsDownload(q)} file="terms.csv" />
      </div>
      {change.isError && (
        <Notice kind="error" title={t('termNotChanged')}>
          {asProblem(change.error).detail || t('pleaseTryAgain')}
        </Notice>
      )}
      <PagedList
        {...terms}
        label={t('pagesOfTerms')}
        failure={t('termsNotLoaded')}
        failureDetail={asProblem(terms.query.error).detail}
      >
        {(shown) => (
          <>
            <ListTable
              caption={t('terms')}
              rows={shown.terms}
              rowKey={({ concept, lang, term }) => `${concept} ${lang} ${term}`}
              columns={[
                {
                  header: t('term'),
                  is: 'name',
                  cell: ({ lang, term, off }) => <bdi lang={lang}>{off ? <s>{term}</s> : term}</bdi>,
                },
                { header: t('language'), cell: ({ lang }) => displayName(languageNames, lang) },
                { header: t('standsFor'), cell: ({ concept }) => concept },
                {
                  header: t('actions'),
                  is: 'actions',
                  cell: (term) => <Switch term={term} onSwitch={(off) => change.mutate({ term, off })} />,
                },
              ]}
            />
            <p className={styles.muted} role="status">
              {shown.found === 0 ? t('noResultsFound') : t('termCount', { found: shown.found })}
            </p>
          </>
        )}
      </PagedList>
    </section>
  )
}

function Switch({ term, onSwitch }: { term: Term; onSwitch: (off: boolean) => void }) {
  const names = { term: term.term, lang: term.lang, concept: term.concept }
  return (
    <Button
      size="small"
      aria-label={term.off ? t('switchOnTermLangConcept', names) : t('switchOffTermLangConcept', names)}
      onClick={() => onSwitch(!term.off)}
    >
      {term.off ? t('switchOn') : t('switchOff')}
    </Button>
  )
}
