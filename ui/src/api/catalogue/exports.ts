// The matches of a search as a file, and for administrators the whole catalogue. Imports are in imports.ts.
import { addressOf, callRaw } from '../client'
import { type Matching, matching } from './search'

/** The URL of the whole catalogue as JSON Lines. */
export const exportPath = addressOf('GET /system/export')

export type ExportFormat = 'csv' | 'xlsx'

const download = (request: Matching, format: ExportFormat) => ({ query: { ...matching(request), format } })

/** The address of all matches as a file. */
export const downloadPath = (request: Matching, format: ExportFormat) =>
  addressOf('GET /search/download', download(request, format))

/** All matches as a file. */
export const exportResults = async (request: Matching, format: ExportFormat) =>
  (
    await callRaw('GET /search/download', {
      ...download(request, format),
      headers: { accept: '*/*' },
      content: format,
    })
  ).blob()
