// The screens read what the server's description promises: this fails to compile when a type here and the description
// differ. An absent field counts as null, as it does on the screens.
import type { Citation } from './citations'
import type { Config } from './config'
import type { Department } from './departments'
import type { CitationVersion } from './editing'
import type { Job } from './jobs'
import type { LookupImpact, RuleValue } from './lookups'
import type { SentOrder } from './orders'
import type { FieldError } from './problem'
import type * as Described from './schema'
import type { Facets, SearchAnswer } from './search'
import type { User } from './user'

type Normalized<T> =
  T extends Array<infer E>
    ? Normalized<E>[]
    : T extends object
      ? { [K in keyof T]-?: Normalized<undefined extends T[K] ? Exclude<T[K], undefined> | null : T[K]> }
      : T

/** Every field that is read is sent, in a type that fits. */
type Fits<Read, Sent> =
  Normalized<Sent> extends Normalized<Read> ? true : { sent: Normalized<Sent>; read: Normalized<Read> }

type Checked = [
  Fits<Citation, Described.Citation>,
  Fits<CitationVersion, Omit<Described.CitationVersion, 'citation'> & { citation: Described.Citation }>,
  Fits<Config, Described.Config>,
  Fits<Department, Described.Department>,
  Fits<Facets, Described.SearchAnswer['facets']>,
  Fits<FieldError, Described.FieldError>,
  Fits<Job, Described.Job>,
  Fits<LookupImpact, Described.LookupImpact>,
  Fits<RuleValue, Described.RuleValue>,
  Fits<SearchAnswer, Described.SearchAnswer>,
  Fits<SentOrder, Described.SentOrder>,
  Fits<User, Described.User>,
]

export const checked: Checked = [true, true, true, true, true, true, true, true, true, true, true, true]
