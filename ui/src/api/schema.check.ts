// What the screens read is what the server says it sends: fails to compile when a type here and the server's own
// description part ways. An absent field counts as null, as it does on the screens.
import type { Citation } from './citations'
import type { Config } from './config'
import type { Department } from './departments'
import type { CitationVersion } from './editing'
import type { Job } from './jobs'
import type { LookupImpact, RuleValue } from './lookups'
import type { SentOrder } from './orders'
import type { FieldError } from './problem'
import type * as Said from './schema'
import type { Facets, SearchAnswer } from './search'
import type { User } from './user'

type Told<T> =
  T extends Array<infer E>
    ? Told<E>[]
    : T extends object
      ? { [K in keyof T]-?: Told<undefined extends T[K] ? Exclude<T[K], undefined> | null : T[K]> }
      : T

/** Every field that is read is sent, in a type that fits. */
type Fits<Read, Sent> = Told<Sent> extends Told<Read> ? true : { sent: Told<Sent>; read: Told<Read> }

type Checked = [
  Fits<Citation, Said.Citation>,
  Fits<CitationVersion, Omit<Said.CitationVersion, 'citation'> & { citation: Said.Citation }>,
  Fits<Config, Said.Config>,
  Fits<Department, Said.Department>,
  Fits<Facets, Said.SearchAnswer['facets']>,
  Fits<FieldError, Said.FieldError>,
  Fits<Job, Said.Job>,
  Fits<LookupImpact, Said.LookupImpact>,
  Fits<RuleValue, Said.RuleValue>,
  Fits<SearchAnswer, Said.SearchAnswer>,
  Fits<SentOrder, Said.SentOrder>,
  Fits<User, Said.User>,
]

export const checked: Checked = [true, true, true, true, true, true, true, true, true, true, true, true]
