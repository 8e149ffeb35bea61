// The labels of the thesaurus: search, switch off and on.

import t from 'messages:staff/synonyms'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  reloadThesaurus,
  switchTerm,
  type Term,
  termsDownload,
  termsQuery,
  thesaurusPageSize,
} from '../../api/maintenance/thesaurus'
import { asProblem } from '../../api/problem'
import { useSingleMutation } from '../../api/useSingleMutation'
import { Button } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import { announce } from '../../components/feedback/StatusLine'
import { TextField } from '../../components/form/TextField'
import { ListDownloads } from '../../components/list/ListHead'
import { PagedList } from '../../components/list/PagedList'
import { pageStart } from '../../components/list/pages'
import layout from '../../components/page/Page.module.css'
import { displayName } from '../../lib/text/displayName'
import { useDebounced } from '../../lib/useDebounced'
import { ListTable } from '../../listkit/ListTable'
import styles from './SynonymsPage.module.css'

const languageNames = new Intl.DisplayNames('en-US', { type: 'language' })

export function Terms() {
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(1)
  const q = useDebounced(typed, 300)
  const terms = useQuery({ ...termsQuery(q, pageStart(page, thesaurusPageSize)), placeholderData: keepPreviousData })
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
        query={terms}
        label={t('pagesOfTerms')}
        failure={t('termsNotLoaded')}
        failureDetail={asProblem(terms.error).detail}
        page={page}
        pageSize={thesaurusPageSize}
        onPage={setPage}
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
