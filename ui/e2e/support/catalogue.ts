// Finds citations with the properties that a test needs in the served catalogue, so that no test depends on the sample.
import type { APIRequestContext } from '@playwright/test'
import type { Citation } from '../../src/api/catalogue/citations'
import type { SearchAnswer } from '../../src/api/catalogue/search'
import type { Config } from '../../src/api/config'

/** The first citation that matches a filter expression and fits. */
export async function findCitation(
  request: APIRequestContext,
  fq: string,
  fits: (citation: Citation) => boolean = () => true,
): Promise<Citation> {
  for (let start = 0; ; start += 10) {
    const query = new URLSearchParams({ q: '', start: String(start), obsolete: 'true', ...(fq ? { fq } : {}) })
    const answer = (await (await request.get(`/api/search?${query}`)).json()) as SearchAnswer
    for (const { id } of answer.hits.hit) {
      const response = await request.get(`/api/citations/${encodeURIComponent(id.slice(id.indexOf(':') + 1))}`)
      const citation = (await response.json()) as Citation
      if (fits(citation)) return citation
    }
    if (answer.hits.hit.length === 0) throw new Error(`No citation of the catalogue fits ${fq}`)
  }
}

/** The response of a search. */
export async function searchFor(request: APIRequestContext, parameters: Record<string, string>): Promise<SearchAnswer> {
  return (await (await request.get(`/api/search?${new URLSearchParams(parameters)}`)).json()) as SearchAnswer
}

export const config = async (request: APIRequestContext) => (await (await request.get('/api/config')).json()) as Config

/** The path of a citation's page. */
export const pageOf = (citation: Citation) =>
  `/citation/${encodeURIComponent(citation.readableIds[0]?.id ?? citation.id)}`
