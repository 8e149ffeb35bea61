// The paths of the screens that need the right to manage the catalogue.
import { patterns } from '../../paths'

export const adminPaths = [
  patterns.overview,
  patterns.citationAdd,
  patterns.citationEdit,
  patterns.lookups,
  patterns.insight,
  patterns.translations,
  patterns.review,
  patterns.links,
  patterns.readability,
  patterns.accessibility,
  patterns.duplicates,
  patterns.usage,
  patterns.reports,
  patterns.bulk,
  patterns.jobs,
] as const

export type AdminPath = (typeof adminPaths)[number]
