// The labels of the thesaurus: search, switch off and on.

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { searchKey } from '../../api/catalogue/search'
import {
  switchTerm,
  type Term,
  termsDownload,
  termsQuery,
  thesaurusKey,
  thesaurusPageSize,
} from '../../api/maintenance/thesaurus'
import { asProblem } from '../../api/problem'
import { Button } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import { announce } from '../../components/feedback/StatusLine'
import { TextField } from '../../components/form/TextField'
import { PagedList } from '../../components/list/PagedList'
import { pageStart } from '../../components/list/pages'
import { Table } from '../../components/list/Table'
import layout from '../../components/page/Page.module.css'
import { useDebounced } from '../../lib/useDebounced'
import styles from './SynonymsPage.module.css'

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

/** The English name of a language; the tag itself if the browser does not know it. */
function languageName(tag: string) {
  try {
    return languageNames.of(tag) ?? tag
  } catch {
    return tag
  }
}

export function Terms() {
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(1)
  const q = useDebounced(typed, 300)
  const terms = useQuery({ ...termsQuery(q, pageStart(page, thesaurusPageSize)), placeholderData: keepPreviousData })
  const change = useMutation({
    mutationFn: ({ term, off }: { term: Term; off: boolean }) => switchTerm(term, off),
    onSuccess: async (_, { term, off }) => {
      announce(`${term.term} is switched ${off ? 'off' : 'on'}.`)
      await client.invalidateQueries({ queryKey: thesaurusKey })
      void client.invalidateQueries({ queryKey: searchKey })
    },
  })
  return (
    <section aria-labelledby="terms" className={layout.section}>
      <h2 id="terms">Terms</h2>
      <p>
        Lay words, abbreviations and words in other languages that every search uses. A misleading term can be switched
        off.
      </p>
      <div className={layout.tools}>
        <TextField
          label="Find a term"
          type="search"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setPage(1)
          }}
        />
        <a href={termsDownload(q)} download="terms.csv">
          Download as CSV
        </a>
      </div>
      {change.isError && (
        <Notice kind="error" title="The term was not changed.">
          {asProblem(change.error).detail || 'Please try again.'}
        </Notice>
      )}
      <PagedList
        query={terms}
        label="Pages of terms"
        failure="The terms could not be loaded."
        failureDetail={asProblem(terms.error).detail}
        page={page}
        pageSize={thesaurusPageSize}
        onPage={setPage}
      >
        {(shown) => (
          <>
            <Table caption="Terms" stacked>
              <thead>
                <tr>
                  <th scope="col">Term</th>
                  <th scope="col">Language</th>
                  <th scope="col">Stands for</th>
                  <th scope="col" data-actions>
                    Actions
                  </th>
                </tr>
              </thead>
              <tbody>
                {shown.terms.map((row) => (
                  <tr key={`${row.concept} ${row.lang} ${row.term}`}>
                    <td data-name>
                      <bdi lang={row.lang}>{row.off ? <s>{row.term}</s> : row.term}</bdi>
                    </td>
                    <td data-label="Language">{languageName(row.lang)}</td>
                    <td data-label="Stands for">{row.concept}</td>
                    <td data-actions>
                      <Button
                        size="small"
                        aria-label={`Switch ${row.off ? 'on' : 'off'}: ${row.term} (${row.lang}, ${row.concept})`}
                        onClick={() => change.mutate({ term: row, off: !row.off })}
                      >
                        {row.off ? 'Switch on' : 'Switch off'}
                      </Button>
                    </td>
                  </tr>
                ))}
              </tbody>
            </Table>
            <p className={styles.muted} role="status">
              {shown.found === 0 ? 'No results found.' : `${shown.found.toLocaleString('en-US')} terms`}
            </p>
          </>
        )}
      </PagedList>
    </section>
  )
}
