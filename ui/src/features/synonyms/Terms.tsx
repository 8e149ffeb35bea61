// The labels of the thesaurus: search, switch off and on.

import messages from 'messages:staff/synonyms'
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
import { Table } from '../../components/list/Table'
import layout from '../../components/page/Page.module.css'
import { staffText } from '../../i18n/staffText'
import { displayName } from '../../lib/text/displayName'
import { useDebounced } from '../../lib/useDebounced'
import styles from './SynonymsPage.module.css'

const t = staffText(messages)

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
            <Table caption={t('terms')} stacked>
              <thead>
                <tr>
                  <th scope="col">{t('term')}</th>
                  <th scope="col">{t('language')}</th>
                  <th scope="col">{t('standsFor')}</th>
                  <th scope="col" data-actions>
                    {t('actions')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {shown.terms.map((row) => (
                  <tr key={`${row.concept} ${row.lang} ${row.term}`}>
                    <td data-name>
                      <bdi lang={row.lang}>{row.off ? <s>{row.term}</s> : row.term}</bdi>
                    </td>
                    <td data-label={t('language')}>{displayName(languageNames, row.lang)}</td>
                    <td data-label={t('standsFor')}>{row.concept}</td>
                    <td data-actions>
                      <Button
                        size="small"
                        aria-label={
                          row.off
                            ? t('switchOnTermLangConcept', { term: row.term, lang: row.lang, concept: row.concept })
                            : t('switchOffTermLangConcept', { term: row.term, lang: row.lang, concept: row.concept })
                        }
                        onClick={() => change.mutate({ term: row, off: !row.off })}
                      >
                        {row.off ? t('switchOn') : t('switchOff')}
                      </Button>
                    </td>
                  </tr>
                ))}
              </tbody>
            </Table>
            <p className={styles.muted} role="status">
              {shown.found === 0 ? t('noResultsFound') : t('termCount', { found: shown.found })}
            </p>
          </>
        )}
      </PagedList>
    </section>
  )
}
