// Made by apiTypes.mjs from openapi.json; not to be edited.

export type AccessibilityEntry = {
  /** When it was checked, ISO 8601, UTC. */
  checked?: string | null
  /** ID of the citation. */
  citation: string
  /** Its department. */
  department?: string | null
  /** SHA-256 of the content; null where none is known. */
  digest?: string | null
  /** What was found, also what was set aside. */
  findings: Array<VersionFinding>
  /** Item number. */
  ksbgNumber?: string | null
  /** Name of the language, in English. */
  lang: string
  /** How often it was opened in the last 12 months. */
  opens: number
  /** Its readable ID, or the ID when it has none. */
  readableId: string
  /** Why it could not be read, or is not checked. */
  reason?: string | null
  /** What is known. */
  state: CheckState
  /** Its title. */
  title: string
  /** The address of the file. */
  url: string
}

export type AccessibilityPage = {
  /** How many versions have what, whatever finding is requested: by the values of `finding`, and `checked`. */
  counts: Record<string, number>
  /** At most 50, the most opened first. */
  files: Array<AccessibilityEntry>
  /** How many there are on all pages. */
  found: number
}

export type AttachRequest = {
  /** The digest of the file, as the upload has answered. */
  digest: string
  /** The item number of the version, where the citation has several in this language. */
  ksbgNumber?: string | null
  /** The language of the version. */
  lang: string
}

export type AuditEntry = AuditRow & {
  /** The name of the person today; absent for a visitor, a command and the server. */
  name?: string | null
}

export type AuditPage = {
  /** Every action that is recorded. */
  actions: Array<string>
  /** How many rows match. */
  found: number
  /** Those of this page, newest first. */
  rows: Array<AuditEntry>
}

export type AuditRow = {
  /** What was done. */
  action: string
  /** `issuer|sub` of a person, `os|user` of a command; empty for a visitor and for the server itself. */
  actor: string
  /** When it was recorded: ISO 8601, UTC. */
  at: string
  /** IP address of the client. */
  client: string
  /** How many events it stands for: more than one only for `access.refuse_more`. */
  count: number
  /** Other details. */
  detail: string
  /** SHA-256 of all of the above, in lower-case hexadecimal. */
  hash: string
  /** Its number: from 1, without gaps. */
  number: number
  /** To what, such as `citation/ID`. */
  object: string
  /** `ok`, `refused` or `failed`. */
  outcome: string
  /** Hash of the row before; empty for the first. */
  previous: string
  /** ID of the request, which the server's log has too; of a job's changes the ID of the job. */
  request: string
  /** The roles of a person, or `staff` without any; `visitor`, `command`, `server`. */
  role: string
  /** Entity tag of the object afterwards. */
  tagAfter: string
  /** Entity tag of the object before. */
  tagBefore: string
}

export type BTreeMap = Record<string, {
  /** Values with their counts. */
  buckets: Array<FacetValue>
}>

export type BatchItem = {
  /** Its id or number. */
  id: string
  /** The version that the caller knows. */
  version: number
}

export type BatchItemOutcome = {
  /** Why the transition was not made; null if it was. */
  detail?: string | null
  /** The order as named in the request. */
  id: string
  /** The HTTP status that a single request would have had. */
  status: number
  /** The order's version now; null when the order does not exist. */
  version?: number | null
}

export type BatchOutcome = {
  /** In the order of the request. */
  orders: Array<BatchItemOutcome>
}

export type BatchRequest = {
  /** A note, as with one order. */
  note?: string | null
  /** The orders, each as the caller knows it. */
  orders: Array<BatchItem>
  /** The target state. */
  state: OrderState
}

export type BulkChangeRequest = {
  /** Values to add: authors, keywords, tags, audience, codes. */
  add?: Record<string, unknown>
  /** Values to take away: authors, keywords, tags, audience, codes; deptSubmittedBy, replacedBy and reviewCycleMonths where they are this. */
  remove?: Record<string, unknown>
  /** Fields to replace; null empties one that the form does not require. */
  set?: Record<string, unknown>
}

export type BulkCitation = {
  /** The ETag that it must still have. Left out: as it is when the request arrives. */
  etag?: string | null
  /** Id or readable id. */
  id: string
}

export type BulkDifference = {
  /** The same as they would be. */
  after: Record<string, unknown>
  /** The fields of the change as they are, shaped as in the JSON of a citation. */
  before: Record<string, unknown>
  /** Id of the citation. */
  id: string
  /** Its readable id, or the id when it has none. */
  readableId: string
  /** Its title. */
  title: string
}

export type BulkPreview = {
  /** How many of them would be different. */
  changing: number
  /** The first 50 that would be different. */
  citations: Array<BulkDifference>
  /** How many citations it is for. */
  found: number
  /** These, 1,000 at most, with the reason. */
  left: Array<SkippedCitation>
  /** Values that no citation had so far and that the change would add to the lookups. */
  newValues: Array<NewValue>
  /** How many would be skipped, because they would become invalid or were changed in the meantime. */
  refused: number
  /** Each citation that was named, with the ETag that this preview has seen: sent back, the change is made to this state alone. Empty for a query. */
  states: Array<BulkCitation>
  /** How many already have these values. */
  unchanged: number
}

export type BulkProgress = {
  /** Who asked for it. */
  by: string
  /** What it does to which fields; of an undo: what it takes back. */
  change: BulkChangeRequest
  /** How many citations it has. */
  citations: number
  /** How many are done, including skipped ones. */
  done: number
  /** These, 1,000 at most, with the reason. */
  left: Array<SkippedCitation>
  /** How many it skipped. */
  refused: number
  /** How many already had these values. */
  unchanged: number
  /** Id of the job that it undoes; left out when it is not an undo. */
  undoes?: string | null
  /** Id of the job that undoes it; left out when there is none. */
  undoneBy?: string | null
}

export type BulkQuery = {
  /** The filter. */
  fq?: string | null
  /** Tag of the language that the person reads: it decides between the meanings of a word. */
  lang?: string | null
  /** Obsolete citations as well. */
  obsolete?: boolean
  /** What was typed; empty for everything. */
  q?: string
}

export type BulkRequest = {
  /** What is done to which fields. */
  change: BulkChangeRequest
  /** These citations, 5,000 at most; one that is named again counts once. */
  citations?: Array<BulkCitation> | null
  /** Only return what would change. */
  preview?: boolean
  query?: BulkQuery | null
}

export type CellMessage = {
  /** Whether it makes the row bad. */
  bad: boolean
  /** Column letter and row; empty for the row as a whole. */
  cell: string
  /** The field. */
  field: string
  /** What is wrong, or what was taken. */
  message: string
  /** What the cell shows. */
  value: string
}

export type CheckState = 'checked' | 'pending' | 'unreadable' | 'unchecked'

export type Citation = {
  /** Abstract, plain text. */
  abstract?: string | null
  /** Accessible formats it exists in, such as large print. */
  accessibleFormats?: Array<string>
  /** PMAT/SAM: yes 1, no 0, not applicable -1. */
  assessment?: number | null
  /** Whom it is for. */
  audience: Array<string>
  /** Authors, in the order given. */
  authors: Array<string>
  /** Codes of clinical terminologies, at most 50, each once: ICD-10-CM, ICD-9-CM, SNOMED CT, RxNorm, LOINC. Health records find the citation by them. */
  codes?: Array<Code>
  /** Department review date. */
  deptReviewDate?: string | null
  deptSubmittedBy?: Named | null
  /** Family review: yes 1, no 0, not applicable -1. */
  famReview?: number | null
  /** Folder of the copy center. */
  folder?: string | null
  /** Stable id, never reused. */
  id: string
  /** Subject heading. */
  keySubjectHeading?: string | null
  /** Search words. */
  keywords: Array<string>
  /** The language versions, in the order given. */
  languages: Array<LanguageVersion>
  /** Id in the system before this one. */
  legacyId?: string | null
  /** Handout, Video, Web Page … */
  materialFormat?: string | null
  /** Notes of the education specialists. */
  notes?: string | null
  /** Retired; a state, not a deletion. */
  obsolete: boolean
  /** Content reviewer. */
  originator?: string | null
  /** Paper colors. */
  paperColors?: Array<string>
  /** How it is printed. */
  printingSpecs?: string | null
  /** Production specialist. */
  productionSpecialist?: string | null
  /** Publication date. */
  publishDate?: string | null
  publisher?: Named | null
  /** The readable ids, the current one first, then older ones from newest to oldest. */
  readableIds: Array<ReadableIdEntry>
  /** Id of the citation that replaces this one. */
  replacedBy?: string | null
  /** How many months a review is valid, where that differs from `review.cycle_months`. */
  reviewCycleMonths?: number | null
  /** HE/CS reviewer. */
  reviewedBy?: string | null
  /** When which language was revised; a language may have several. */
  revisionDates: Array<RevisionDate>
  /** Tags. */
  tags: Array<string>
  /** Title; never empty. */
  title: string
  /** Where to obtain it; 'Copy Center' makes it orderable. */
  whereToObtain?: string | null
}

export type CitationInput = {
  /** Abstract, plain text. */
  abstract: string | null
  /** Accessible formats it exists in, such as large print. */
  accessibleFormats?: Array<string>
  /** PMAT/SAM: yes 1, no 0, not applicable -1. */
  assessment: number | null
  /** Whom it is for. */
  audience: Array<string>
  /** Authors, in the order given. */
  authors: Array<string>
  /** Codes of clinical terminologies, at most 50, each once: ICD-10-CM, ICD-9-CM, SNOMED CT, RxNorm, LOINC. Health records find the citation by them. */
  codes?: Array<Code>
  /** Department review date. */
  deptReviewDate: string | null
  deptSubmittedBy?: Named | null
  /** Family review: yes 1, no 0, not applicable -1. */
  famReview: number | null
  /** Folder of the copy center. */
  folder?: string | null
  /** Stable id, never reused. */
  id?: string
  /** Subject heading. */
  keySubjectHeading: string | null
  /** Search words. */
  keywords: Array<string>
  /** The language versions, in the order given. */
  languages: Array<LanguageVersion>
  /** Id in the system before this one. */
  legacyId?: string | null
  /** Handout, Video, Web Page … */
  materialFormat: string | null
  /** Notes of the education specialists. */
  notes?: string | null
  /** Retired; a state, not a deletion. */
  obsolete?: boolean
  /** Content reviewer. */
  originator: string | null
  /** Paper colors. */
  paperColors?: Array<string>
  /** How it is printed. */
  printingSpecs?: string | null
  /** Production specialist. */
  productionSpecialist?: string | null
  /** Publication date. */
  publishDate: string | null
  publisher: Named | null
  /** The readable ids, the current one first, then older ones from newest to oldest. */
  readableIds?: Array<ReadableIdEntry>
  /** Id of the citation that replaces this one. */
  replacedBy?: string | null
  /** How many months a review is valid, where that differs from `review.cycle_months`. */
  reviewCycleMonths?: number | null
  /** HE/CS reviewer. */
  reviewedBy: string | null
  /** When which language was revised; a language may have several. */
  revisionDates?: Array<RevisionDate>
  /** Tags. */
  tags?: Array<string>
  /** Title; never empty. */
  title: string
  /** Where to obtain it; 'Copy Center' makes it orderable. */
  whereToObtain: string | null
}

export type CitationName = {
  /** ID of the citation. */
  citation: string
  /** Its readable ID, or its ID when it has none. */
  readableId: string
  /** Title. */
  title: string
}

export type CitationRecord = Citation & {
  /** The day that was requested; left out for the present state. */
  asOf?: string | null
  /** Department packets that hold it, by title; left out of the record of a day. */
  packets?: Array<PacketLink> | null
}

export type CitationUsage = {
  /** For how many days counts are stored (`usage.days`); 0: nothing is counted. */
  days: number
  /** The languages with counts, most used first. */
  languages: Array<LanguageUsage>
  /** Twelve, oldest first. */
  months: Array<UsedMonth>
  /** All of them together. */
  totals: UsageCounts
}

export type CitationVersion = {
  /** What happened. */
  action: VersionAction
  /** JSON names of the fields that differ from the state before; empty for the first one. */
  changed: Array<string>
  /** The whole citation in this state. */
  citation: Record<string, unknown>
  /** What was noted with the review that made it; left out when there is nothing. */
  note?: string | null
  /** From 1, in the order they were made. */
  version: number
  /** When it was made, ISO 8601, UTC. */
  when: string
  /** Who made it, as shown; the command line says so. */
  who: string
}

export type CitationWithPackets = Citation & {
  /** Department packets that hold it, by title. */
  packets: Array<PacketLink>
}

export type Code = {
  /** The code, as [`CodeSystem::normalize`] returns it. */
  code: string
  /** What the code means, in words; at most 500 characters. */
  display?: string | null
  /** The terminology. */
  system: CodeSystem
}

export type CodeSystem = 'icd10cm' | 'icd9cm' | 'snomed' | 'rxnorm' | 'loinc'

export type Config = {
  /** Other sites at which the same text can be searched for. */
  elsewhere: Array<ElsewhereSite>
  files: FilesConfig
  hospital: HospitalConfig
  links: LinksConfig
  /** The address that people type, without a slash at its end. */
  publicUrl: string
  replica?: ReplicaConfig | null
  /** The languages that the screens speak, the usual one first. */
  screenLanguages: Array<ScreenLanguageConfig>
  signIn: SignInConfig
  /** Version of the program. */
  version: string
}

export type ContentsItem = {
  /** ID of the citation. */
  citation: string
  /** What the family should know about it. */
  note?: string | null
  /** Its present title; in the history alone. */
  title?: string | null
}

export type Crisis = 'emergency' | 'overdose' | 'poisoning' | 'suicide' | 'self-harm' | 'sexual-assault' | 'child-abuse' | 'domestic-violence' | 'trafficking'

export type CrisisLine = {
  /** A telephone number, or `text HOME to 741741`. */
  contact: string
  /** When it answers, such as `24/7`. */
  hours?: string
  /** Codes of the languages spoken there; `interpreter` for others by interpreters. */
  languages?: Array<string>
  /** Its name. */
  name: string
}

export type CrisisNotice = {
  /** The most urgent category of the text for which there is a line. */
  category: Crisis
  /** Whom to call: the main line of each category of the text, the most urgent first, then their other lines. */
  lines: Array<CrisisLine>
}

export type DateOrder = 'us' | 'day-first'

export type Department = {
  /** Whom to ask there. */
  frcContact?: string | null
  /** The name. */
  name: string
}

export type DepartmentRequest = {
  /** Whom to ask there. */
  frcContact?: string | null
  /** Its name. */
  name: string
}

export type DuplicateCitation = {
  /** Department that submitted it. */
  department?: string | null
  /** Id of the citation. */
  id: string
  /** Its item numbers, each once. */
  itemNumbers: Array<string>
  /** Its readable id, or the id when it has none. */
  readableId: string
  /** Title. */
  title: string
}

export type DuplicateGroup = {
  /** The first 20 of them. */
  citations: Array<DuplicateCitation>
  /** How many citations they are. */
  count: number
  /** What all of them have, at least one thing. */
  same: Array<SharedText>
}

export type DuplicatePage = {
  /** How many groups there are on all pages. */
  found: number
  /** At most 50: those with the same title first, then those with the same item number, then those with the same address. */
  groups: Array<DuplicateGroup>
}

export type ElsewhereSite = {
  /** What the site is called. */
  name: string
  /** The address of its results, http or https, with `{q}` for the text, percent-encoded once. */
  url: string
}

export type FacetValue = {
  /** How many citations have it. */
  count: number
  /** The value. */
  value: string
}

export type Favorite = {
  /** Id of the citation. */
  id: string
  /** Its title when it was marked. */
  title: string
}

export type FeedAuthor = {
  /** The hospital. */
  name: PlainText
  /** The address of this catalogue. */
  uri: PlainText
}

export type FeedCategory = {
  /** The name of the parameter. */
  scheme: string
  /** Its value. */
  term: string
}

export type FeedLink = {
  /** The address. */
  href: string
  /** The tag of the language. */
  hreflang: string
  /** `alternate` for the handout, `related` for the citation's page beside it. */
  rel: string
  /** The title of the handout in its language, otherwise of the citation. */
  title: string
  /** The media type that the address suggests. */
  type: string
}

export type FieldChange = {
  /** As it will be. */
  after?: string | null
  /** As it is. */
  before?: string | null
  /** The field, with `@` and a language for a part of a language version. */
  field: string
}

export type FieldError = {
  /** Path of the field as in the JSON: `publisher.name`, `languages[0].lang`. */
  field: string
  /** What is wrong and what is expected, in plain words. */
  message: string
}

export type FileDetails = {
  /** Who stored it; only for signed-in people. */
  by?: string | null
  /** Pages of a PDF; null for other types and where they could not be counted. */
  pages?: number | null
  /** Whether there is a preview of the first page or of the image. */
  preview: boolean
  /** Length in bytes. */
  size: number
  /** When it was stored, ISO 8601, UTC. */
  stored: string
  /** Media type. */
  type: string
}

export type FileTypeConfig = {
  /** Without a stop; the usual one first. */
  extensions: Array<string>
  /** Media type. */
  type: string
}

export type FilesConfig = {
  /** The largest file in megabytes of 1,048,576 bytes. */
  maxMb: number
  types: Array<FileTypeConfig>
}

export type GroupsProblem = 'leftOut' | 'unreadable'

export type Highlights = {
  /** Part of the abstract, found words between asterisks; a literal asterisk or backslash has a backslash before it. With `match`, part of a handout after the words 'In the handout: '. */
  abstract: string
}

export type Hit = {
  /** What a result shows. */
  fields: HitFields
  /** Found words between asterisks. */
  highlights: Highlights
  /** `citation:` and the citation's id. */
  id: string
  /** `text`: it contains words of the text only in a handout. Left out for all others. */
  match?: string | null
  /** The address of a preview, without its width: of `version`, else of the English, else of the first version that has one. Left out where none has. */
  preview?: string | null
  /** With `match`: the language value of the handout that the snippet is from. */
  textLang?: string | null
  version?: HitVersion | null
}

export type HitFields = {
  /** Item numbers. */
  ksbg_numbers: Array<string>
  /** Languages, English first, the rest alphabetical. */
  languages: Array<string>
  /** `"true"` or `"false"`. */
  obsolete: string
  /** Readable id, or the id when there is none. */
  readable_id: string
  /** The title, alone in a list. */
  title: Array<string>
}

export type HitVersion = {
  /** Which way its title is written: `ltr`, `rtl`, or `auto` when that is not known. Left out without a title. */
  dir?: string | null
  /** Item number. */
  ksbgNumber?: string | null
  /** The language value. */
  lang: string
  /** Its tag. */
  tag: string
  /** Its title in its language. Left out when it has none. */
  title?: string | null
  /** Address of the handout. */
  url?: string | null
}

export type Hits = {
  /** How many citations match. */
  found: number
  /** At most ten. */
  hit: Array<Hit>
  /** `hospital` when the text asks about the hospital itself: parking, visiting hours, bills, records, appointments. */
  intent?: string | null
  notice?: CrisisNotice | null
  /** Number of the first hit in this page, from 0. */
  start: number
  understood?: Understood | null
}

export type HospitalConfig = {
  email?: string | null
  itemNumberLabel: string
  name: string
  orderEmail?: string | null
}

export type ImportColumn = {
  /** Its letter. */
  column: string
  dates?: DateOrder | null
  /** The field, or `null`. */
  field?: string | null
  /** Its header, with a language that is merged above it. */
  header: string
  /** The language of the version that it belongs to. */
  lang?: string | null
  /** Why it is mapped so, or not mapped. */
  reason: string
  /** Its first cells that hold something, five at most. */
  samples: Array<string>
}

export type ImportCounts = {
  /** Bad rows. */
  bad: number
  /** Citations that will change. */
  changed: number
  /** Citations that will be added. */
  new: number
  /** Citations that stay as they are. */
  unchanged: number
}

export type ImportDetails = {
  /** Its columns. */
  columns: Array<ImportColumn>
  /** What separates the cells of a text. */
  delimiter?: string | null
  /** Encoding of a text. */
  encoding?: string | null
  /** `csv`, `xlsx`, `ods` or `jsonl`. */
  format: string
  /** Its ID. */
  id: string
  mapping?: Mapping | null
  /** Name of the file. */
  name: string
  /** What a person should know about the file. */
  notices: Array<string>
  /** Its sheets. */
  sheets: Array<ImportSheet>
}

export type ImportEntry = {
  /** When it was sent, ISO 8601, UTC. */
  created: string
  /** `csv`, `xlsx`, `ods` or `jsonl`. */
  format: string
  /** Its ID. */
  id: string
  /** ID of its job; `null` before it is started. */
  job?: string | null
  /** Name of the file. */
  name: string
  /** How many rows are done. */
  records: number
  /** `ready`; once it was started `running`, then `complete`. */
  state: string
  /** How many rows there are; `null` before it is started. */
  total?: number | null
}

export type ImportList = {
  /** How many there are. */
  found: number
  /** The imports. */
  imports: Array<ImportEntry>
}

export type ImportPreview = {
  /** How many citations and rows have each outcome. */
  counts: ImportCounts
  /** How many rows the preview has. */
  found: number
  /** Bad ones first, then in the order of the file. */
  rows: Array<PreviewRow>
}

export type ImportSheet = {
  /** Whether the program hides it. */
  hidden: boolean
  /** Its name; empty for CSV. */
  name: string
  /** Rows with content. */
  rows: number
}

export type InfleszBand = 'very-easy' | 'quite-easy' | 'average' | 'somewhat-hard' | 'very-hard'

export type Job = {
  bulk?: BulkProgress | null
  /** How many citations have been changed so far. */
  changed: number
  /** Whether everything is done (or has failed) and can be searched. */
  complete: boolean
  /** The changes of lookup values, in their order; none for jobs on citations. */
  config: Array<JobChange>
  /** What went wrong, in plain words; `null` when nothing did. */
  error?: string | null
  /** Its id. */
  id: string
  review?: ReviewProgress | null
  /** Rows of an import that were skipped, 1,000 at most; left out for other types. */
  skipped?: Array<SkippedRow> | null
  /** When it was requested, ISO 8601, UTC. */
  start: string
  /** 'Batch Update', 'Review', 'Bulk Change', 'Import' or 'Undo'. */
  type: string
}

export type JobChange = {
  /** Departments only: the new contact. */
  contact?: string | null
  /** What went wrong with this change, in plain words. */
  error?: string | null
  /** What it becomes; left out for a deletion. */
  newValue?: string | null
  /** The value as it was. */
  oldValue: string
  /** Facet name of the category. */
  type: string
}

export type JobRequest = {
  /** The changes, made in this order. */
  config: Array<LookupUpdateRequest>
  /** 'Batch Update'. */
  type: string
}

export type KnowledgeEntry = {
  /** The address of the citation's page by its ID, which never changes. */
  id: PlainText
  /** The tag of the language of title and summary. */
  lang: string
  /** The handout in the language that was requested, otherwise in English, otherwise in any; then the citation's page. */
  link: Array<FeedLink>
  /** The abstract as HTML; empty without one. */
  summary: TypedText
  /** The title of the version in the language that was requested, otherwise of the citation. */
  title: TypedText
  /** When the citation was last changed. */
  updated: PlainText
}

export type KnowledgeFeed = {
  /** Who answers. */
  author: FeedAuthor
  /** The address that relative addresses refer to. */
  base: string
  /** The request, parameter by parameter. */
  category: Array<FeedCategory>
  /** At most ten, the best first. */
  entry: Array<KnowledgeEntry>
  /** The address of the feed. */
  id: PlainText
  /** The tag of the language that was requested, otherwise `en`. */
  lang: string
  /** What was requested. */
  subtitle: TypedText
  /** Who answers. */
  title: TypedText
  /** When an entry was last changed; now without any entry. */
  updated: PlainText
  /** The namespace of XML Schema instances. */
  xsi: string
}

export type KnowledgeResponse = {
  /** The feed. */
  feed: KnowledgeFeed
}

export type KnownCitation = {
  /** Its ETag. */
  etag: string
  /** Id or readable id. */
  id: string
}

export type Language = {
  /** Which way it is written: `ltr`, `rtl`, or `auto` when that is not known. */
  dir: string
  /** The language's name in the language itself; the value when that is not known. */
  name: string
  /** Its BCP 47 tag; null when none is known. */
  tag?: string | null
  /** The value, as citations have it. */
  value: string
}

export type LanguageTexts = {
  /** A BCP 47 tag as in `language` of a text; `und` when it is not known. */
  tag: string
  /** How many texts. */
  texts: number
}

export type LanguageUsage = UsageCounts & {
  /** Its English name. */
  name: string
  /** Its tag; `und` when it is not known. */
  tag: string
}

export type LanguageVersion = {
  file?: VersionFile | null
  /** What is wrong with its file; only for the signed-in. No part of the version. */
  findings?: Array<VersionFinding> | null
  /** Item number. */
  ksbgNumber?: string | null
  /** Name of the language, in English. */
  lang: string
  /** Whether families are offered another format: its file shuts people out, or is a picture. No part of the version. */
  otherFormat?: boolean | null
  /** Pages of one printed piece; left out when nobody has said. */
  pages?: number | null
  /** The title in this language, on one line; left out when the version is called as the citation is. */
  title?: string | null
  /** Address of the handout: a link, http or https, as it was given; with a stored file the file's address here. */
  url?: string | null
}

export type LikelyCitation = {
  /** Its ID. */
  id: string
  /** What is the same: `number` or `title`. */
  same: string
  /** Its title. */
  title: string
}

export type LineFile = {
  /** SHA-256 of the content, in 64 lower-case hexadecimal digits. */
  digest: string
  /** The address of the content. */
  url: string
}

export type LineMessage = {
  /** Number of the line, from 1. */
  line: number
  /** What is wrong. */
  message: string
}

export type LinkCounts = {
  /** Access denied. */
  blocked: number
  /** Another file. */
  changed: number
  /** Not there. */
  gone: number
  /** At another address. */
  moved: number
  /** They answer. */
  ok: number
  /** A page where a file was. */
  soft404: number
  /** Not asked. */
  unchecked: number
  /** No answer. */
  unreachable: number
}

export type LinkEntry = {
  /** When it was last checked. */
  checked?: string | null
  /** Id of the citation. */
  citation: string
  /** Its department. */
  department?: string | null
  /** Name of the language, in English. */
  lang: string
  /** On how many nights in a row it was gone or unreachable. */
  nights: number
  /** Its readable id, or the id when it has none. */
  readableId: string
  /** Why, in a few words; for `moved` the new address. */
  reason?: string | null
  /** The result of the last check. */
  result: LinkState
  /** Its state: gone and unreachable only after three nights in a row. */
  state: LinkState
  /** Its title. */
  title: string
  /** The address. */
  url: string
  /** Whether somebody requested a check that is still to come. */
  waiting: boolean
}

export type LinkMark = {
  /** When it was last checked. */
  checked?: string | null
  /** Where it stands: `gone`, `soft404`, `unreachable` or `changed`. */
  state: LinkState
  /** The address. */
  url: string
}

export type LinkPage = {
  /** Whatever the requested state. */
  counts: LinkCounts
  /** How many there are on all pages. */
  found: number
  /** At most 50. */
  links: Array<LinkEntry>
  /** Whether links are checked every night. */
  nightly: boolean
}

export type LinkRequest = {
  /** Id or readable id of the citation. */
  citation: string
  /** A present address of it. */
  url: string
}

export type LinkState = 'gone' | 'unreachable' | 'soft404' | 'changed' | 'moved' | 'blocked' | 'unchecked' | 'ok'

export type LinksConfig = {
  createMaterials?: string | null
  dashboard?: string | null
  healthLiteracy?: string | null
  serviceDesk?: string | null
  translation?: string | null
}

export type LookupImpact = {
  /** How many citations use the value. */
  citations: number
  /** Of a language that is renamed: the BCP 47 tag that these citations' versions have afterwards; left out when there is none. A rename keeps the tag in force, a merge takes the one of the existing value. */
  languageTag?: string | null
  /** How many of the citations a deletion would leave without a value that the form requires. */
  leftIncomplete: number
  /** The existing value that a rename would merge it into, as spelled there; `null` for none. */
  mergesInto?: string | null
  /** How many packets have it as their department. */
  packets: number
  /** The rule of the program that would no longer hold for these citations; left out when there is none. */
  ruleEnded?: string | null
}

export type LookupUpdateRequest = {
  /** Departments only: the contact from now on; null clears it, absent leaves it. */
  contact?: string | null
  /** What it becomes; absent or null deletes it. */
  newValue?: string | null
  /** The value as it is. */
  oldValue: string
  /** Facet name of the category. */
  type: string
}

export type MappedColumn = {
  /** Its letter. */
  column?: string
  dates?: DateOrder | null
  /** The field, as in the JSON of a citation or of a language version; `version`, `lang`; `null` is not imported. */
  field?: string | null
  /** Its header. */
  header?: string
  /** The language of the version that it belongs to. */
  lang?: string | null
  /** What separates the values of a list, beside `;`, `|` and line breaks. */
  split?: string | null
}

export type Mapping = {
  /** Every column of the sheet that is known or ignored. */
  columns?: Array<MappedColumn>
  /** Values of fields where the cell is empty or the column is missing, by field, with `@` and a language for a version. */
  constants?: Record<string, string>
  /** The row with the headers, as the spreadsheet program numbers it; `null` lets the server find it. */
  headerRow?: number | null
  /** The letter of the column that joins the rows of a citation. */
  key?: string | null
  /** The sheet; `null` is the first visible one. */
  sheet?: string | null
}

export type MappingChange = {
  /** The mapping; columns that it leaves out are not imported. */
  mapping: Mapping
}

export type MappingDraft = {
  /** The mapping. */
  mapping: Mapping
  /** Its name, 1 to 100 characters. */
  name: string
}

export type MappingList = {
  /** How many there are. */
  found: number
  /** The mappings. */
  mappings: Array<SavedMapping>
}

export type MatchCandidate = {
  /** ID of the citation. */
  citation: string
  /** Its item number, where the citation has several in this language. */
  ksbgNumber?: string | null
  /** Language of the version; null where the name says none. */
  lang?: string | null
  /** Its title. */
  title: string
}

export type MatchRequest = {
  /** Each with the folders that it is in, separated by `/`; at most 5,000. */
  names: Array<string>
}

export type MatchState = 'matched' | 'ambiguous' | 'unmatched' | 'ignored'

export type MatchedName = {
  /** What it may belong to, if it is ambiguous. */
  candidates: Array<MatchCandidate>
  /** ID of the citation that it belongs to. */
  citation?: string | null
  has?: VersionHas | null
  /** Item number of that version, where the citation has several in this language. */
  ksbgNumber?: string | null
  /** Language of the version that it belongs to. */
  lang?: string | null
  /** The name, as it was sent. */
  name: string
  /** Why it is not matched, in words. */
  reason?: string | null
  /** What it is. */
  state: MatchState
  /** Title of that citation. */
  title?: string | null
}

export type MatchedNames = {
  /** In the order of the names. */
  files: Array<MatchedName>
}

export type Named = {
  /** The name. */
  name: string
}

export type NewReport = {
  /** Id or readable id of the citation. */
  citation?: string | null
  /** Where a reply goes. */
  email?: string | null
  format?: WantedFormat | null
  /** What is wrong: `link`, `outdated`, `wrong`, `translation`, `hard`, `format` or `other`. */
  kind?: ReportKind
  /** Tag or value of the language of the version that it is about. */
  lang?: string | null
  /** Id, readable id or code of the packet, instead of a citation. */
  packet?: string | null
  /** In their own words, up to 1,000 characters; required for `other`, and for `format` without an email address. */
  text?: string | null
}

export type NewTranslationRequest = {
  /** Id or readable id of the citation. */
  citation: string
  /** Tag of the language, in use here or not. */
  lang: string
  /** A note, up to 1,000 characters. */
  note?: string | null
}

export type NewUse = {
  /** Id or readable id of the citation. */
  citation: string
  /** `open`: the file of the version was opened. */
  kind: string
  /** Tag or value of the language of the version. */
  lang: string
}

export type NewValue = {
  /** The field, as in the JSON of a citation. */
  field: string
  /** The value. */
  value: string
}

export type NoteRequest = {
  /** The note. */
  note?: string | null
}

export type Order = OrderSubmission & {
  /** Estimated price in dollars of the lines whose pages are known; null when none are. */
  estimate?: number | null
  /** The events, oldest first. */
  events: Array<OrderEvent>
  /** Id of the order. */
  id: string
  /** Open, and required before today. */
  late: boolean
  /** The lines with their deliveries. */
  lines: Array<OrderLine>
  mailed?: OrderMailState | null
  /** Its number, such as `26-000123`. */
  number: string
  /** When it was stored, ISO 8601, UTC. */
  sent: string
  /** Its state. */
  state: OrderState
  /** Increases with every transition; the ETag is this number in quotes. */
  version: number
}

export type OrderEvent = {
  /** When, ISO 8601, UTC. */
  at: string
  /** Name of the person who made it. */
  by: string
  /** Their note. */
  note?: string | null
  /** What was sent with it, when something was. */
  sent?: Array<SentQuantity>
  /** The new state. */
  state: OrderState
}

export type OrderItem = {
  /** Id of the citation. */
  id: string
  /** Item number of the language version. */
  itemNum?: string | null
  /** Name of the language. */
  lang: string
  /** How it is printed. */
  printingSpecs?: string | null
  /** From 1 to 10,000. */
  quantity: number
  /** Readable id of the citation. */
  readableId?: string | null
  /** Title of the citation. */
  title: string
  /** Address of the handout. */
  url?: string | null
}

export type OrderLine = OrderItem & {
  /** Estimated price in dollars; null without pages. */
  estimate?: number | null
  file?: LineFile | null
  fileNow?: LineFile | null
  /** Its number in the order, from 1. */
  line: number
  /** Whether the citation has become obsolete. */
  obsolete: boolean
  /** Pages of one piece, when they were known. */
  pages?: number | null
  /** How many pieces were sent. */
  sent: number
  /** The title of the language version as of submission; left out where it had none. */
  versionTitle?: string | null
}

export type OrderMailState = 'sent' | 'waiting'

export type OrderReceipt = {
  /** The server's day. */
  dateOfOrder: string
  /** Id of the order. */
  id: string
  /** Its number, such as `26-000123`. */
  number: string
}

export type OrderState = 'received' | 'waiting' | 'printing' | 'ready' | 'sent' | 'cancelled'

export type OrderSubmission = {
  /** Activity. */
  activity?: string | null
  /** Cost category. */
  costCategory?: string | null
  /** Cost center. */
  costCenter: string
  /** Day of the order; the server's own counts. */
  dateOfOrder?: string | null
  /** Day by which it is needed. */
  dateRequired: string
  /** Department that pays. */
  department: string
  /** Email address. */
  email: string
  /** Given name of the orderer. */
  firstName: string
  /** Family name. */
  lastName: string
  /** Mailbox for interoffice mail. */
  mailStop: string
  /** The lines. */
  orders: Array<OrderItem>
  /** Phone number. */
  phoneNumber: string
  /** Special instructions. */
  specialInstructions?: string | null
}

export type OrderTotal = TotalFigures & {
  /** Of an item, its language. */
  lang?: string | null
  /** Of an item, its title as it was last ordered. */
  title?: string | null
  /** Cost center, department, month as YYYY-MM, or item number (empty for an item without one). */
  value: string
}

export type OrderTotals = {
  /** How many sums there are. */
  found: number
  /** All of them together. */
  sum: TotalFigures
  /** By months in their order, else the highest estimate first. */
  totals: Array<OrderTotal>
}

export type Overview = {
  /** Groups of citations in use that share a title, an item number or an address. */
  duplicates: number
  /** Files of versions in use with findings that are not advice. */
  filesInaccessible: number
  /** Citations in use that lack something the form requires. */
  incomplete: number
  /** Links that are broken: gone, without an answer, or a page instead of a file. */
  linksBroken: number
  /** Mails that the mail server has refused and that are still to be sent. */
  mailsRefused: number
  /** Those of them that were required before today. */
  ordersLate: number
  /** Orders that are neither sent nor cancelled. */
  ordersOpen: number
  /** Department packets with a citation that is obsolete. */
  packetsWithObsolete: number
  /** Problem reports that are open. */
  reportsOpen: number
  /** Citations whose review is overdue. */
  reviewsOverdue: number
  /** Texts that found nothing or only some of the words, three times or more in the last 90 days. */
  searchesWithoutResult: number
  /** Citations without a version in the requested language. */
  translationsMissing: number
}

export type Packet = PacketHead & {
  /** Whether the caller may change it now. */
  editable: boolean
  /** The citations. For its owner and administrators as they were selected, otherwise as the public sees them. */
  items: Array<PacketItem>
  /** How many citations have a version in which language, as the public sees them; the most frequent first. */
  languages: Array<PacketLanguage>
  /** How many of its citations are obsolete; null for everybody but its owner and administrators. */
  needsLook?: number | null
  /** Whether the caller made it. */
  owned: boolean
  /** When it was last changed; ISO 8601, UTC. */
  updated: string
}

export type PacketAction = 'added' | 'changed'

export type PacketCitation = {
  /** ID of the citation. */
  citation: string
  /** Every version, English first, the rest in alphabetical order. */
  languages: Array<PacketVersion>
  /** No longer given out. */
  obsolete: boolean
  /** The address of a preview, without its width: of `version`, else of the English, else of the first version that has one. Left out where none has. */
  preview?: string | null
  /** How it is printed. */
  printingSpecs?: string | null
  /** Its readable ID, or its ID when it has none. */
  readableId: string
  /** Title. */
  title: string
  version?: HitVersion | null
  /** Where to obtain it; 'Copy Center' makes it orderable. */
  whereToObtain?: string | null
}

export type PacketContents = {
  /** Department, by the name that it had then. */
  department?: string | null
  /** Whom the packet is for, and when it is given. */
  description?: string | null
  /** The citations in their order. */
  items: Array<ContentsItem>
  /** A department packet, which is public. */
  published: boolean
  /** Title. */
  title: string
}

export type PacketHead = {
  /** The code that opens it; null for everybody but its owner and administrators. */
  code?: string | null
  /** Department. */
  department?: string | null
  /** Whom the packet is for, and when it is given. */
  description?: string | null
  /** ID. */
  id: string
  /** A department packet, which is public. */
  published: boolean
  /** The current readable ID; null for a personal packet that was never published. */
  readableId?: string | null
  /** Title. */
  title: string
}

export type PacketHit = {
  /** How many citations it has. */
  count: number
  /** ID. */
  id: string
  /** The current readable ID. */
  readableId: string
  /** Title. */
  title: string
}

export type PacketInput = {
  /** A department among the lookup values. */
  department?: string | null
  /** Whom the packet is for, and when it is given. */
  description?: string | null
  /** The citations in their order, each once. */
  items: Array<PacketItemInput>
  /** A department packet, which is public; otherwise a personal one. */
  published?: boolean
  /** Title. */
  title: string
}

export type PacketItem = PacketCitation & {
  /** What the family should know about it. */
  note?: string | null
  replacement?: PacketCitation | null
  replaces?: CitationName | null
}

export type PacketItemInput = {
  /** ID or readable ID of the citation. */
  citation: string
  /** What the family should know about it. */
  note?: string | null
}

export type PacketLanguage = {
  /** How many citations of the packet have a version in it. */
  count: number
  /** Which way it is written: `ltr`, `rtl`, or `auto` when that is not known. */
  dir: string
  /** The language's name in the language itself; the value when that is not known. */
  name: string
  /** Its BCP 47 tag; null when none is known. */
  tag?: string | null
}

export type PacketLink = {
  /** The current readable ID. */
  readableId: string
  /** Title. */
  title: string
}

export type PacketPage = {
  /** How many there are in all. */
  found: number
  /** At most 50. */
  packets: Array<PacketSummary>
}

export type PacketState = {
  /** What happened. */
  action: PacketAction
  /** Names of the fields that differ from the state before; empty for the first one. */
  changed: Array<string>
  /** The contents of this state. */
  packet: PacketContents
  /** From 1, in the order they were made. */
  version: number
  /** When it was made; ISO 8601, UTC. */
  when: string
  /** Who made it, as shown; the command line is named. */
  who: string
}

export type PacketSummary = PacketHead & {
  /** How many citations it has. */
  count: number
  /** How many of them have a version in which language, as the public sees them; the most frequent first. */
  languages: Array<PacketLanguage>
  /** How many of them are obsolete; null for everybody but its owner and administrators. */
  needsLook?: number | null
  /** When it was last changed; ISO 8601, UTC. */
  updated: string
}

export type PacketVersion = {
  /** Which way it is written: `ltr`, `rtl`, or `auto` when that is not known. */
  dir: string
  /** Item number. */
  ksbgNumber?: string | null
  /** The language value. */
  lang: string
  /** The language's name in the language itself; the value when that is not known. */
  name: string
  /** The address of a preview of its file, without its width; left out when there is none. */
  preview?: string | null
  /** Its BCP 47 tag; null when none is known. */
  tag?: string | null
  /** Its title in its language; left out when it has none. */
  title?: string | null
  /** Address of the handout. */
  url?: string | null
}

export type PlainText = {
  /** The text. */
  _value: string
}

export type PreviewRow = {
  /** Bad cells, and notices about cells. */
  cells: Array<CellMessage>
  /** What changes, field by field. Of a new citation: what it has. */
  changes: Array<FieldChange>
  /** ID of the citation; `null` for a new one that gets its ID when it is added. */
  id?: string | null
  /** Citations that fit a row without an ID. */
  likely: Array<LikelyCitation>
  /** What happens. */
  outcome: RowOutcome
  proposal?: RowAction | null
  /** The first of its rows, as the program numbers it; of CSV the line. */
  row: number
  /** Title, if it can be read. */
  title: string
}

export type ProblemBody = {
  /** What happened and what to do, in plain words. */
  detail: string
  /** Every invalid field, if fields are invalid. */
  errors?: Array<FieldError>
  /** `true` while the first search index of the catalogue is being built; absent otherwise. */
  preparing?: boolean
  /** Only from a replica: the address of the primary, which handles this call. */
  primary?: string | null
  /** Only where a link could not be stored: why. */
  reason?: string | null
  result?: LinkState | null
  /** HTTP status. */
  status: number
  /** The status in words. */
  title: string
  /** `about:blank`: the status is the kind of the error. */
  type: string
}

export type Profile = {
  /** Email address. */
  email?: string | null
  /** Family name. */
  family_name?: string | null
  /** Given name. */
  given_name?: string | null
}

export type PromotedResult = {
  /** ID of the citation; of an obsolete one the first in use that replaces it. */
  citation?: string | null
  /** ID of the packet. */
  packet?: string | null
  /** Readable ID of the citation or packet. */
  readableId?: string | null
  /** What to show. */
  title: string
  /** The link. */
  url?: string | null
  version?: HitVersion | null
}

export type Promotion = {
  /** Who did. */
  by: string
  /** When it was last changed, ISO 8601, UTC. */
  changed: string
  /** ID of a citation; left out for another target. */
  citation?: string | null
  /** Its ID. */
  id: string
  /** ID of a packet; left out for another target. */
  packet?: string | null
  /** The phrases, in the order they were entered. */
  phrases: Array<string>
  /** What is shown. */
  title: string
  /** A link; left out for another target. */
  url?: string | null
  /** 1 at first, one more with every change; the ETag is this number in quotes. */
  version: number
}

export type PromotionAction = 'added' | 'changed' | 'deleted'

export type PromotionDraft = {
  /** ID of a citation. */
  citation?: string | null
  /** ID of a published packet. */
  packet?: string | null
  /** 1 to 20 phrases of 1 to 100 characters. A search for one of them, whatever its word order and function words, shows the promotion. */
  phrases: Array<string>
  /** What is shown. */
  title: string
  /** A link, http or https. */
  url?: string | null
}

export type PromotionPage = {
  /** How many there are on all pages. */
  found: number
  /** At most 50, sorted by their titles. */
  promotions: Array<Promotion>
}

export type PromotionState = {
  action: PromotionAction
  promotion?: Promotion | null
  /** Its number, from 1. */
  version: number
  /** ISO 8601, UTC. */
  when: string
  /** Who made it. */
  who: string
}

export type QueryLanguage = {
  /** What shows it: `thesaurus`, labels in the text are of this language; or `script`, its letters. */
  by: string
  /** A BCP 47 tag; `und-Cyrl`, `und-Arab` and the like when only the script is known. */
  tag: string
}

export type QueueEntry = {
  /** Cost center. */
  costCenter: string
  /** Day of the order, YYYY-MM-DD. */
  dateOfOrder: string
  /** Day by which it is needed, YYYY-MM-DD. */
  dateRequired: string
  /** Department. */
  department: string
  /** Id of the order. */
  id: string
  /** Open, and required before today. */
  late: boolean
  /** How many lines. */
  lines: number
  /** Mail stop. */
  mailStop: string
  /** Name of the orderer. */
  name: string
  /** Its number. */
  number: string
  /** How many pieces in all lines. */
  pieces: number
  /** Its state. */
  state: OrderState
  /** Increases with every transition. */
  version: number
}

export type QueuePage = {
  /** How many there are in all. */
  found: number
  /** Open ones first, the one required soonest on top; then those that have ended, the one required last on top. */
  orders: Array<QueueEntry>
}

export type Readability = {
  /** When the file was last fetched. */
  fetched?: string | null
  /** Name of the language, in English. */
  lang: string
  readingLevel?: ReadingLevel | null
  /** With the state `failed`: why. */
  reason?: string | null
  /** What is known. */
  state: ReadabilityState
  /** The address of the file. */
  url: string
  /** Words of the text. */
  words?: number | null
}

export type ReadabilityCounts = {
  /** Of these above grade 6. */
  aboveAim: number
  /** Not readable. */
  failed: number
  /** With a reading level. */
  level: number
  /** In languages without a formula. */
  noFormula: number
  /** Without a text. */
  noText: number
  /** Not fetched yet. */
  notFetched: number
  /** Below 100 words. */
  short: number
}

export type ReadabilityEntry = Readability & {
  /** Id of the citation. */
  citation: string
  /** Its department. */
  department?: string | null
  /** Its readable id, or the id when it has none. */
  readableId: string
  /** Its title. */
  title: string
}

export type ReadabilityPage = {
  /** Whatever state and grade are requested. */
  counts: ReadabilityCounts
  /** How many there are on all pages. */
  found: number
  /** At most 50, the hardest first, then those without a reading level. */
  handouts: Array<ReadabilityEntry>
  /** Whether the texts of handouts are read. */
  nightly: boolean
}

export type ReadabilityState = 'level' | 'noText' | 'failed' | 'short' | 'noFormula' | 'notFetched'

export type ReadableIdEntry = {
  /** The readable id. */
  id: string
}

export type ReadingLevel = {
  band?: InfleszBand | null
  /** Whether the text has fewer than 30 sentences. */
  estimate: boolean
  /** Fernández-Huerta score, from 0 (hard) to 100 (easy). */
  fernandezHuerta?: number | null
  /** Flesch-Kincaid grade. */
  fleschKincaid?: number | null
  /** The school grade, from 1 to 18, from Flesch-Kincaid or by the table of Fernández-Huerta. */
  grade: number
  /** SMOG grade. */
  smog?: number | null
}

export type ReplicaConfig = {
  /** The age of the data in seconds; later changes are not included. */
  ageSeconds: number
  /** The address of the primary, without a slash at its end. */
  primaryUrl: string
  /** Whether that is older than the settings allow. */
  stale: boolean
}

export type Report = {
  /** When it was reported, ISO 8601, UTC. */
  at: string
  /** Id of the citation; null when it is about a packet. */
  citation?: string | null
  /** Department of the citation or packet. */
  department?: string | null
  /** Where a reply goes. */
  email?: string | null
  /** What was done, in order. */
  events: Array<ReportEvent>
  format?: WantedFormat | null
  /** Its id. */
  id: string
  /** What is wrong. */
  kind: ReportKind
  /** Tag of the language version; null when none was named, or its language has no tag. */
  lang?: string | null
  /** Its language, in English. */
  language?: string | null
  /** Whether the citation is obsolete, or the packet was deleted. */
  obsolete: boolean
  /** Id of the packet; null when it is about a citation. */
  packet?: string | null
  /** Readable id of the citation or packet, or else the id of the citation or the code of the packet. */
  readableId: string
  /** Tag of the language of the screen, in which the reply is written. */
  screenLanguage: string
  /** Whether it has been dealt with. */
  state: ReportState
  /** In their own words. */
  text?: string | null
  /** Title of the citation or packet. */
  title: string
}

export type ReportChange = {
  /** A note, up to 2,000 characters; of a report that is closed, also the reply to the address that was given. */
  note?: string | null
  /** `open` or `closed`. */
  state: ReportState
}

export type ReportCounts = {
  /** Dealt with. */
  closed: number
  /** Not dealt with yet. */
  open: number
}

export type ReportEvent = {
  /** When, ISO 8601, UTC. */
  at: string
  /** By whom. */
  by: string
  /** Whether the note was mailed as a reply. */
  mailed: boolean
  /** The note. */
  note?: string | null
  /** The state from then on. */
  state: ReportState
}

export type ReportKind = 'link' | 'outdated' | 'wrong' | 'translation' | 'hard' | 'format' | 'other'

export type ReportPage = {
  /** Whatever the requested state. */
  counts: ReportCounts
  /** How many there are on all pages. */
  found: number
  /** Whether this server can mail a reply. */
  mailsReplies: boolean
  /** At most 50. */
  reports: Array<Report>
}

export type ReportState = 'open' | 'closed'

export type RequestPage = {
  /** How many there are on all pages. */
  found: number
  /** At most 50. */
  requests: Array<TranslationRequest>
}

export type RestorePacketRequest = {
  /** Number of the state. */
  version: number
}

export type RestoreRequest = {
  /** Number of the state. */
  version: number
}

export type ReviewAction = 'reviewed' | 'reviewer'

export type ReviewCounts = {
  /** Not due soon. */
  current: number
  /** Soon. */
  due: number
  /** Without a date. */
  never: number
  /** Late. */
  overdue: number
}

export type ReviewEntry = {
  /** Department that submitted it. */
  department?: string | null
  /** When it was last reviewed. */
  deptReviewDate?: string | null
  /** When the next review is due; null when it was never reviewed. */
  dueOn?: string | null
  /** The ETag of the citation, as `If-Match` takes it. */
  etag: string
  /** Id of the citation. */
  id: string
  /** Its languages with their files, in their order. */
  languages: Array<ReviewLanguage>
  /** Its readable id, or the id when it has none. */
  readableId: string
  /** Who reviews it (`reviewedBy`). */
  reviewer?: string | null
  /** Whether it needs a review. */
  state: ReviewState
  /** Title. */
  title: string
}

export type ReviewJobRequest = {
  /** The action. */
  action: ReviewAction
  /** The citations, 5,000 at most; one that is named again counts once. */
  citations: Array<KnownCitation>
  /** Shown in the history, up to 2,000 characters. */
  note?: string | null
  /** The new reviewer, for the action `reviewer`. */
  reviewer?: string | null
}

export type ReviewLanguage = {
  /** Name of the language, in English. */
  lang: string
  /** Address of the file. */
  url?: string | null
}

export type ReviewNote = {
  /** Shown in the history, up to 2,000 characters. */
  note?: string | null
}

export type ReviewPage = {
  /** At most 50. */
  citations: Array<ReviewEntry>
  /** Whatever the requested state. */
  counts: ReviewCounts
  /** How many there are on all pages. */
  found: number
  /** Every reviewer that a citation in use has, in the order of the alphabet. */
  reviewers: Array<string>
}

export type ReviewProgress = {
  /** The action. */
  action: ReviewAction
  /** How many citations it has. */
  citations: number
  /** How many are done, including skipped ones. */
  done: number
  /** The skipped citations. */
  left: Array<SkippedCitation>
  /** The new reviewer. */
  reviewer?: string | null
}

export type ReviewState = 'current' | 'due' | 'overdue' | 'never'

export type RevisionDate = {
  /** Name of the language. */
  lang: string
  /** The day of the revision. */
  revisionDate: string
}

export type Role = 'admin' | 'copy-center' | 'auditor'

export type RowAction = 'update' | 'add' | 'skip'

export type RowDecision = {
  /** What to do with it. */
  action: RowAction
  /** The citation to update: the one of the row, or one of `likely`. */
  id?: string | null
  /** The row, as in the preview. */
  row: number
}

export type RowOutcome = 'new' | 'changed' | 'unchanged' | 'bad' | 'skipped'

export type RuleValue = {
  /** The rule, as a sentence for administrators. */
  rule: string
  /** Facet name of the category. */
  type: string
  /** The value. */
  value: string
}

export type RunRequest = {
  /** What to do with rows instead of what the preview proposes. */
  decisions?: Array<RowDecision>
  /** Import the good rows of a table with bad ones. */
  skipBad?: boolean
}

export type SavedCitation = CitationWithPackets & {
  /** Other citations in use with the same title, item number or address, case and spaces apart; at most 20 for each. */
  warnings: Array<Warning>
}

export type SavedMapping = {
  /** Its ID. */
  id: string
  /** The mapping. */
  mapping: Mapping
  /** Its name. */
  name: string
}

export type ScreenLanguageConfig = {
  /** `ltr` or `rtl`. */
  dir: string
  /** Its own name. */
  name: string
  /** BCP 47 tag, as in `<html lang>` and in the cookie `handout_language`. */
  tag: string
}

export type SearchAnswer = {
  /** Counts over all matches: of each facet the 100 most frequent values and those filtered by. */
  facets: BTreeMap
  /** The hits. */
  hits: Hits
  /** Published packets whose title holds every word, at most three; of a search from its first hit on without `fq`. */
  packets: Array<PacketHit>
  /** What the hospital promotes for the text as a whole, whatever `fq`; only of a search from its first hit on. */
  promoted?: Array<PromotedResult> | null
}

export type SearchInsight = {
  /** How many texts `top` has on all pages. */
  found: number
  /** How many texts `missed` has on all pages. */
  foundMissed: number
  /** The languages of the thousand most frequent texts of `missed`, the most frequent first. */
  languages: Array<LanguageTexts>
  /** Texts that found nothing, or only citations with some of the words; only those that did so three times or more. */
  missed: Array<SearchedText>
  /** How many more texts were searched for, each less than three times. */
  rarer: number
  /** How many more texts found nothing, or only citations with some of the words, each less than three times. */
  rarerMissed: number
  /** The most frequent texts; only those searched for three times or more. */
  top: Array<SearchedText>
  /** Searches counted in the period, those included whose text is not shown. */
  total: number
  /** Of these, searches that found nothing. */
  withoutResult: number
}

export type SearchedText = {
  /** How often, one client counting once a day. */
  count: number
  language?: QueryLanguage | null
  /** The latest day, YYYY-MM-DD. */
  lastDay: string
  /** The text, folded: lower case without accents. */
  q: string
}

export type SentQuantity = {
  /** Number of the line. */
  line: number
  /** Pieces, from 0. */
  quantity: number
}

export type Session = {
  /** Sorted by title. */
  favorites: Array<Favorite>
  /** Tag of the language in which the person looks for handouts; null when none is chosen. */
  language?: string | null
  /** The cart, oldest line first. */
  order: Array<OrderItem>
}

export type SessionRequest = {
  base?: Session | null
  /** Favorites. */
  favorites: Array<Favorite>
  /** Tag of the language of handouts: null ends the choice; left out, it stays as it is. */
  language?: string | null
  /** Cart. */
  order: Array<OrderItem>
}

export type SetAsideRequest = {
  /** SHA-256 of the content. */
  digest?: string
  /** The finding. */
  finding?: string
  /** Why, up to 500 characters; empty takes it back. */
  note?: string
}

export type SharedText = {
  /** What it is. */
  kind: Unique
  /** The text, as the first citation has it. */
  text: string
}

export type SignInConfig = {
  available: boolean
  signedIn: boolean
  /** The address of the server where people sign in, if it is another one; left out otherwise. */
  url?: string | null
}

export type SkippedCitation = {
  /** Id of the citation. */
  id: string
  /** Why, in plain words. */
  reason: string
  /** Its title. */
  title: string
}

export type SkippedRow = {
  /** ID of its citation; `null` for a new one. */
  id?: string | null
  /** Why, in plain words. */
  reason: string
  /** The row, as in the preview. */
  row: number
}

export type StaleOrder = ProblemBody & {
  /** What happened to it. */
  events: Array<OrderEvent>
  /** Number of the order. */
  number: string
  /** Its state. */
  state: OrderState
  /** Its version. */
  version: number
}

export type StoreRequest = {
  /** A link that the citation shows. */
  url: string
}

export type StoredFile = {
  /** SHA-256 of the content, in 64 lower-case hexadecimal digits. */
  digest: string
  /** What was found, also what was set aside. */
  findings: Array<VersionFinding>
  /** The name of its last upload. */
  name: string
  /** Pages of a PDF; null for other types and where they could not be counted. */
  pages?: number | null
  readingLevel?: ReadingLevel | null
  /** Why it could not be read, or is not checked. */
  reason?: string | null
  /** Length in bytes. */
  size: number
  /** What is known of its accessibility. */
  state: CheckState
  /** The title in the file; null without one. */
  title?: string | null
  /** Media type. */
  type: string
}

export type Suggestion = {
  /** Which way that title is written: `ltr`, `rtl`, or `auto` when that is not known. Left out for all others. */
  dir?: string | null
  /** `packet`: it is the title of a packet. Left out for all others. */
  kind?: string | null
  /** The tag of the language that the title of a language version is in. Left out for all others, and without a known tag. */
  lang?: string | null
  /** The readable ID of the packet. Left out for all others. */
  readableId?: string | null
  /** What to search for; of a packet its title. */
  suggestion: string
}

export type SuggestionList = {
  /** At most ten. */
  suggestions: Array<Suggestion>
}

export type Suggestions = {
  /** The list, wrapped. */
  suggest: SuggestionList
}

export type SynonymDraft = {
  /** Whether only the first term finds the others, not the reverse. */
  oneWay?: boolean
  /** 2 to 20 terms of 1 to 100 characters. */
  terms: Array<string>
}

export type SynonymEntry = {
  /** Who did. */
  by: string
  /** When it was last changed, ISO 8601, UTC. */
  changed: string
  /** Its id. */
  id: string
  /** Whether only the first term finds the others, not the reverse. */
  oneWay: boolean
  /** The terms, in the order they were entered. */
  terms: Array<string>
  /** 1 at first, one more with every change; the ETag is made of it. */
  version: number
}

export type SynonymPage = {
  /** How many there are on all pages. */
  found: number
  /** At most 50, sorted by their first term. */
  synonyms: Array<SynonymEntry>
}

export type SynonymTrial = {
  /** The synonym that they would replace. */
  id?: string | null
  /** Whether only the first term finds the others, not the reverse. */
  oneWay?: boolean
  /** What would be searched for. */
  q: string
  /** The terms. */
  terms: Array<string>
}

export type TagRequest = {
  /** A BCP 47 tag that is valid in the IANA registry, in upper or lower case; null removes the one that was set. */
  tag: string | null
}

export type TakenReport = {
  /** When, ISO 8601, UTC. */
  at: string
  /** Its id. */
  id: string
}

export type TermPage = {
  /** How many there are on all pages. */
  found: number
  /** At most 50, sorted by concept. */
  terms: Array<TermRow>
}

export type TermRow = {
  /** English name of its concept. */
  concept: string
  /** What the concept is: disease, symptom, procedure, body part, medicine, care topic. */
  kind: string
  /** Language tag. */
  lang: string
  /** It is switched off. */
  off: boolean
  /** It comes from the hospital's own table. */
  own: boolean
  /** The term. */
  term: string
  /** It counts only when it is all that was typed. */
  wholeQuery: boolean
}

export type TermSwitch = {
  /** Name of its concept, compared folded. */
  concept: string
  /** `true`: searches no longer know it. */
  off: boolean
  /** The term, compared folded; in every language that has it. */
  term: string
}

export type TotalFigures = {
  /** Estimated price of these pages, in dollars. */
  estimate: number
  /** Orders. */
  orders: number
  /** Printed pages of the pieces whose pages are known. */
  pages: number
  /** Pieces. */
  pieces: number
  /** Pieces whose pages are not known: they are missing in pages and estimate. */
  piecesWithoutPages: number
}

export type TransitionRequest = {
  /** A note for the timeline; required for every transition except one to a higher rank. */
  note?: string | null
  /** What is sent now, for the state `sent`; lines that are not named are sent whole. */
  sent?: Array<SentQuantity> | null
  /** The target state. */
  state: OrderState
}

export type TranslationCounts = {
  /** Without a version. */
  missing: number
  /** With an outdated version. */
  outdated: number
}

export type TranslationGap = {
  /** Department that submitted it. */
  department?: string | null
  /** When the English version was revised. */
  englishRevisionDate?: string | null
  /** Id of the citation. */
  id: string
  /** Its readable id, or the id when it has none. */
  readableId: string
  /** Open requests of different people. */
  requests: number
  /** When the version in the language was revised. */
  revisionDate?: string | null
  /** Searches in the language in which it stood among the first three. */
  searches: number
  /** What is wrong. */
  state: TranslationState
  /** Title. */
  title: string
  /** The title of the version in the language; left out without one. */
  versionTitle?: string | null
}

export type TranslationPage = {
  /** At most 50. */
  citations: Array<TranslationGap>
  /** Whatever the requested state. */
  counts: TranslationCounts
  /** How many there are on all pages. */
  found: number
}

export type TranslationRequest = {
  /** When, ISO 8601, UTC. */
  at: string
  /** Who asked. */
  by: string
  /** Id of the citation. */
  citation: string
  /** When it was closed; null while it is open. */
  closedAt?: string | null
  /** Who closed it. */
  closedBy?: string | null
  /** Id of the request. */
  id: string
  /** Tag of the language. */
  lang: string
  /** The note. */
  note?: string | null
  /** Its readable id, or the id when it has none. */
  readableId: string
  /** Its title. */
  title: string
}

export type TranslationState = 'missing' | 'outdated'

export type TrialOutcome = {
  /** As it would be. */
  after: TrialResults
  /** Its present state. */
  before: TrialResults
}

export type TrialResults = {
  /** How many citations are found in all. */
  found: number
  /** The titles of the first five. */
  titles: Array<string>
}

export type TypedText = {
  /** The text. */
  _value: string
  /** The tag of its language where that is another than the entry's. */
  lang?: string | null
  /** `text` or `html`. */
  type: string
}

export type UnansweredCode = {
  /** The code, as citations have it. */
  code: string
  /** How often. */
  count: number
  /** The latest day, YYYY-MM-DD. */
  lastDay: string
  /** The terminology. */
  system: CodeSystem
}

export type UnansweredCodes = {
  /** The most frequent codes first. A code that a citation in use has by now is left out. */
  codes: Array<UnansweredCode>
  /** How many codes there are on all pages. */
  found: number
  /** How often they were requested. */
  total: number
}

export type Understood = {
  /** The text as it was searched: corrected words, each term by the first English name of its concept. With `concept`: at most two concepts that the text may be about, separated by commas. */
  as: string
  /** The weakest means that were used: `term`, `spelling`, `part` when the best citations hold some words only, or `concept` when most were found by what the text may be about. */
  kind: string
  /** False when the hits are a guess. */
  sure: boolean
}

export type Unique = 'title' | 'itemNumber' | 'address'

export type UploadedFile = {
  /** SHA-256 of the stored content, in 64 lower-case hexadecimal digits. */
  digest: string
  /** Its name, with an extension of its type. */
  name: string
  /** What was changed, in words. */
  notices: Array<string>
  /** Pages of a PDF; null for other types and where they could not be counted. */
  pages?: number | null
  /** Length in bytes. */
  size: number
  /** The title in the file; null without one. */
  title?: string | null
  /** Media type. */
  type: string
}

export type UsageCounts = {
  /** Files opened from our pages. */
  open: number
  /** Ordered pieces. */
  order: number
  /** Scanned QR codes. */
  scan: number
  /** Views of the citation's page. */
  view: number
}

export type UsageReport = {
  /** For how many days counts are stored (`usage.days`); 0: nothing is counted. */
  days: number
  /** How many rows there are on all pages. */
  found: number
  /** First day, YYYY-MM-DD. */
  from: string
  /** At most 50. Months are in the order of the calendar. Anything else is ordered by use (opened, scanned and ordered together), then by views; of unused citations, the one with the fewest views comes first. */
  rows: Array<UsageRow>
  /** Last day. */
  to: string
  /** All of the period and department together; of unused citations, those in the list. */
  totals: UsageCounts
  /** By language: those in which people look for handouts that are not there, most wanted first; at most 20. Whatever the period. */
  wanted?: Array<WantedLanguage> | null
}

export type UsageRow = UsageCounts & {
  /** Of a citation: the department that submitted it. */
  department?: string | null
  /** Of a citation: its ETag, as `If-Match` takes it. */
  etag?: string | null
  /** Id of the citation, language tag (`und`: not known), name of the department (empty: none), or month (`2026-11`). */
  key: string
  /** Of a citation: whether it is obsolete. */
  obsolete?: boolean | null
  /** Of a citation: its readable id, or the id when it has none. */
  readableId?: string | null
  /** Title of the citation, English name of the language, otherwise the key. */
  title: string
}

export type UsedLanguage = Language & {
  /** How many citations have it, without the obsolete ones. */
  count: number
}

export type UsedMonth = UsageCounts & {
  /** `2026-11`. */
  month: string
}

export type User = {
  /** Whether the person is an administrator. */
  admin: boolean
  profile: Profile
  /** `admin`, `auditor`, `copy-center`; an administrator also has `copy-center`. */
  roles: Array<Role>
  /** Recent searches, newest first, at most ten. */
  searches: Array<string>
  session: Session
}

export type UserProfile = {
  accessToken: string
  /** Claims as the provider gives them. */
  claims: Record<string, unknown>
  groupsProblem?: GroupsProblem | null
}

export type VersionAction = 'added' | 'changed'

export type VersionFile = FileDetails & {
  /** SHA-256 of the content, in 64 lower-case hexadecimal digits. */
  digest: string
  /** Its name; in requests optional, and changed as that of an upload. */
  name?: string
  withdrawn?: Withdrawal | null
}

export type VersionFinding = {
  /** Whether it shuts people out of the whole file. */
  blocking: boolean
  /** How many, where that is counted. */
  count?: number | null
  /** What was found. */
  finding: string
  /** Why it was set aside; null if it was not. */
  note?: string | null
  /** On which pages, where that is known: `2-10` or `1,3-5`. */
  pages?: string | null
}

export type VersionHas = 'link' | 'file'

export type WantedFormat = 'largePrint' | 'plainText' | 'braille' | 'readAloud'

export type WantedLanguage = {
  /** Its English name. */
  name: string
  /** Open translation requests. */
  requests: number
  /** Searches in the language with a citation among the first three that has no version in it, as long as searches are stored (`search.insight_days`). */
  searches: number
  /** Its tag. */
  tag: string
}

export type Warning = {
  /** Id of the other citation. */
  citation: string
  /** Path of the field in the saved citation: `title`, `languages[0].ksbgNumber`, `languages[0].url`. */
  field: string
  /** What is the same, and the title of the other citation. */
  message: string
}

export type WithdrawRequest = {
  /** The reason, which every address of the file shows. */
  reason?: string
}

export type Withdrawal = {
  /** When, ISO 8601, UTC. */
  at: string
  /** The reason, as the administrator gave it. */
  reason: string
}

export type WithdrawnFile = {
  /** In words. */
  detail: string
}

export type WordImportReport = {
  /** Entries that are new; all concepts of a table of terms. */
  added: number
  /** Every invalid line; then nothing is written. */
  faults: Array<LineMessage>
  /** Terms of the file. */
  terms: number
  /** Entries of the file: synonyms, or concepts. */
  total: number
  /** Entries that are there already. */
  unchanged: number
  /** Whether it was written. */
  written: boolean
}

/** Each call by its method and its path below /api. */
export interface Calls {
  'POST /citations': { body: CitationInput; response: SavedCitation }
  'GET /citations/{id}': { params: { 'id': string }; query?: { 'asOf'?: string }; response: CitationRecord }
  'PUT /citations/{id}': { params: { 'id': string }; body: CitationInput; response: SavedCitation }
  'POST /citations/{id}/attach': { params: { 'id': string }; body: AttachRequest; response: SavedCitation }
  'GET /citations/{id}/links': { params: { 'id': string }; response: Array<LinkMark> }
  'GET /citations/{id}/qr.png': { params: { 'id': string }; query?: { 'url'?: string; 'card'?: string }; response: unknown }
  'GET /citations/{id}/readability': { params: { 'id': string }; response: Array<Readability> }
  'POST /citations/{id}/restore': { params: { 'id': string }; body: RestoreRequest; response: SavedCitation }
  'POST /citations/{id}/review': { params: { 'id': string }; body: ReviewNote; response: SavedCitation }
  'POST /citations/{id}/store': { params: { 'id': string }; body: StoreRequest; response: SavedCitation }
  'GET /citations/{id}/usage': { params: { 'id': string }; response: CitationUsage }
  'GET /citations/{id}/versions': { params: { 'id': string }; response: Array<CitationVersion> }
  'GET /config': { response: Config }
  'POST /files': { query?: { 'name'?: string }; body: Blob; response: UploadedFile }
  'POST /files/match': { body: MatchRequest; response: MatchedNames }
  'GET /files/{digest}': { params: { 'digest': string }; query?: { 'lang'?: string }; response: StoredFile }
  'GET /files/{digest}/content': { params: { 'digest': string }; response: unknown }
  'GET /files/{digest}/preview': { params: { 'digest': string }; query?: { 'w'?: number }; response: unknown }
  'POST /files/{digest}/withdraw': { params: { 'digest': string }; body: WithdrawRequest; response: WithdrawnFile | undefined }
  'GET /infobutton': { query?: { 'mainSearchCriteria.v.c'?: string; 'mainSearchCriteria.v.cs'?: string; 'mainSearchCriteria.v.dn'?: string; 'mainSearchCriteria.v.ot'?: string; 'informationRecipient.languageCode.c'?: string; 'age.v.v'?: string; 'age.v.u'?: string; 'ageGroup.v.c'?: string; 'informationRecipient'?: string; 'knowledgeResponseType'?: string }; response: KnowledgeResponse }
  'GET /languages': { response: Array<UsedLanguage> }
  'GET /orders': { query?: { 'state'?: string; 'q'?: string; 'from'?: string; 'to'?: string; 'mailStop'?: string; 'department'?: string; 'late'?: boolean; 'start'?: number }; response: QueuePage }
  'GET /orders/download': { query?: { 'state'?: string; 'q'?: string; 'from'?: string; 'to'?: string; 'mailStop'?: string; 'department'?: string; 'late'?: boolean; 'format'?: string }; response: unknown }
  'GET /orders/files': { query: { 'id': Array<string>; 'now'?: boolean }; response: unknown }
  'POST /orders/state': { body: BatchRequest; response: BatchOutcome }
  'GET /orders/totals': { query?: { 'from'?: string; 'to'?: string; 'by'?: 'costCenter' | 'department' | 'month' | 'item'; 'start'?: number }; response: OrderTotals }
  'GET /orders/totals/download': { query?: { 'from'?: string; 'to'?: string; 'by'?: 'costCenter' | 'department' | 'month' | 'item'; 'format'?: string }; response: unknown }
  'GET /orders/{id}': { params: { 'id': string }; response: Order }
  'GET /orders/{id}/files': { params: { 'id': string }; query?: { 'now'?: boolean }; response: unknown }
  'GET /orders/{id}/qr.png': { params: { 'id': string }; response: unknown }
  'POST /orders/{id}/state': { params: { 'id': string }; body: TransitionRequest; response: Order }
  'GET /packets': { query?: { 'q'?: string; 'department'?: string; 'obsolete'?: boolean; 'start'?: number }; response: PacketPage }
  'POST /packets': { query?: { 'lang'?: string }; body: PacketInput; response: Packet }
  'GET /packets/download': { query?: { 'q'?: string; 'department'?: string; 'obsolete'?: boolean; 'start'?: number; 'format'?: string }; response: unknown }
  'GET /packets/{id}': { params: { 'id': string }; query?: { 'lang'?: string }; response: Packet }
  'PUT /packets/{id}': { params: { 'id': string }; query?: { 'lang'?: string }; body: PacketInput; response: Packet }
  'DELETE /packets/{id}': { params: { 'id': string }; response: undefined }
  'GET /packets/{id}/history': { params: { 'id': string }; response: Array<PacketState> }
  'POST /packets/{id}/restore': { params: { 'id': string }; query?: { 'lang'?: string }; body: RestorePacketRequest; response: Packet }
  'GET /qr': { query?: { 'packet'?: string; 'lang'?: string; 'card'?: string }; response: unknown }
  'POST /reports': { body: NewReport; response: TakenReport }
  'GET /search': { query?: { 'q'?: string; 'start'?: number; 'obsolete'?: boolean; 'no_boost'?: boolean; 'fq'?: string; 'lang'?: string; 'any'?: string; 'record'?: boolean }; response: SearchAnswer }
  'GET /search/completions': { query?: { 'q'?: string }; response: unknown }
  'GET /search/download': { query?: { 'q'?: string; 'obsolete'?: boolean; 'fq'?: string; 'format'?: string }; response: unknown }
  'GET /search/facets': { query?: { 'updated'?: boolean }; response: BTreeMap }
  'GET /search/suggestions': { query?: { 'q'?: string }; response: Suggestions }
  'GET /system/accessibility': { query?: { 'finding'?: string; 'department'?: string; 'lang'?: string; 'start'?: number }; response: AccessibilityPage }
  'POST /system/accessibility': { body: SetAsideRequest; response: undefined }
  'GET /system/accessibility/download': { query?: { 'finding'?: string; 'department'?: string; 'lang'?: string; 'start'?: number; 'format'?: string }; response: unknown }
  'GET /system/audit': { query?: { 'from'?: string; 'to'?: string; 'actor'?: string; 'action'?: string; 'object'?: string; 'start'?: number }; response: AuditPage }
  'GET /system/audit/download': { query?: { 'from'?: string; 'to'?: string; 'actor'?: string; 'action'?: string; 'object'?: string; 'format'?: string }; response: unknown }
  'POST /system/bulk': { body: BulkRequest; response: BulkPreview | Job }
  'GET /system/departments': { query?: { 'updated'?: boolean }; response: Array<Department> }
  'POST /system/departments': { body: DepartmentRequest; response: Array<Department> }
  'GET /system/duplicates': { query?: { 'start'?: number }; response: DuplicatePage }
  'GET /system/duplicates/download': { query?: { 'format'?: string }; response: unknown }
  'GET /system/export': { query?: { 'format'?: string }; response: unknown }
  'GET /system/imports': { response: ImportList }
  'POST /system/imports': { query?: { 'name'?: string }; body: Blob; response: ImportDetails }
  'GET /system/imports/{id}': { params: { 'id': string }; response: ImportDetails }
  'PUT /system/imports/{id}': { params: { 'id': string }; body: MappingChange; response: ImportDetails }
  'DELETE /system/imports/{id}': { params: { 'id': string }; response: undefined }
  'GET /system/imports/{id}/preview': { params: { 'id': string }; query?: { 'start'?: number }; response: ImportPreview }
  'POST /system/imports/{id}/run': { params: { 'id': string }; body: RunRequest; response: Job }
  'GET /system/jobs': { response: Array<Job> }
  'POST /system/jobs': { body: JobRequest; response: Job }
  'POST /system/jobs/{id}/undo': { params: { 'id': string }; response: Job }
  'PUT /system/languages/{value}': { params: { 'value': string }; body: TagRequest; response: Language }
  'GET /system/links': { query?: { 'state'?: string; 'department'?: string; 'citation'?: string; 'start'?: number }; response: LinkPage }
  'POST /system/links/check': { body: LinkRequest; response: undefined }
  'GET /system/links/download': { query?: { 'state'?: string; 'department'?: string; 'citation'?: string; 'start'?: number; 'format'?: string }; response: unknown }
  'GET /system/lookups/impact': { query: { 'type': string; 'oldValue': string; 'newValue'?: string }; response: LookupImpact }
  'GET /system/lookups/rules': { response: Array<RuleValue> }
  'GET /system/mappings': { response: MappingList }
  'POST /system/mappings': { body: MappingDraft; response: SavedMapping }
  'PUT /system/mappings/{id}': { params: { 'id': string }; body: MappingDraft; response: SavedMapping }
  'DELETE /system/mappings/{id}': { params: { 'id': string }; response: undefined }
  'GET /system/overview': { query?: { 'lang'?: string }; response: Overview }
  'GET /system/promotions': { query?: { 'start'?: number }; response: PromotionPage }
  'POST /system/promotions': { body: PromotionDraft; response: Promotion }
  'GET /system/promotions/download': { query?: { 'format'?: string }; response: unknown }
  'PUT /system/promotions/{id}': { params: { 'id': string }; body: PromotionDraft; response: Promotion }
  'DELETE /system/promotions/{id}': { params: { 'id': string }; response: undefined }
  'GET /system/promotions/{id}/history': { params: { 'id': string }; response: Array<PromotionState> }
  'GET /system/readability': { query?: { 'above'?: number; 'department'?: string; 'state'?: string; 'start'?: number }; response: ReadabilityPage }
  'GET /system/readability/download': { query?: { 'above'?: number; 'department'?: string; 'state'?: string; 'start'?: number; 'format'?: string }; response: unknown }
  'GET /system/reports': { query?: { 'state'?: string; 'kind'?: string; 'department'?: string; 'citation'?: string; 'start'?: number }; response: ReportPage }
  'GET /system/reports/download': { query?: { 'state'?: string; 'kind'?: string; 'department'?: string; 'citation'?: string; 'start'?: number; 'format'?: string }; response: unknown }
  'POST /system/reports/{id}': { params: { 'id': string }; body: ReportChange; response: Report }
  'GET /system/reviews': { query?: { 'state'?: string; 'department'?: string; 'reviewer'?: string; 'start'?: number }; response: ReviewPage }
  'POST /system/reviews': { body: ReviewJobRequest; response: Job }
  'GET /system/reviews/download': { query?: { 'state'?: string; 'department'?: string; 'reviewer'?: string; 'start'?: number; 'format'?: string }; response: unknown }
  'GET /system/sbom': { response: unknown }
  'GET /system/searches': { query?: { 'days'?: number; 'language'?: string; 'start'?: number }; response: SearchInsight }
  'GET /system/searches/codes': { query?: { 'days'?: number; 'start'?: number }; response: UnansweredCodes }
  'GET /system/searches/codes/download': { query?: { 'days'?: number; 'start'?: number; 'format'?: string }; response: unknown }
  'GET /system/searches/download': { query?: { 'days'?: number; 'language'?: string; 'start'?: number; 'format'?: string }; response: unknown }
  'GET /system/synonyms': { query?: { 'start'?: number }; response: SynonymPage }
  'POST /system/synonyms': { body: SynonymDraft; response: SynonymEntry }
  'GET /system/synonyms/download': { query?: { 'format'?: string }; response: unknown }
  'POST /system/synonyms/import': { query?: { 'dryRun'?: boolean }; body: Blob; response: WordImportReport }
  'POST /system/synonyms/try': { body: SynonymTrial; response: TrialOutcome }
  'PUT /system/synonyms/{id}': { params: { 'id': string }; body: SynonymDraft; response: SynonymEntry }
  'DELETE /system/synonyms/{id}': { params: { 'id': string }; response: undefined }
  'GET /system/terms': { query?: { 'q'?: string; 'start'?: number }; response: TermPage }
  'PUT /system/terms': { body: TermSwitch; response: undefined }
  'GET /system/terms/download': { query?: { 'q'?: string; 'start'?: number; 'format'?: string }; response: unknown }
  'GET /system/terms/own': { response: unknown }
  'POST /system/terms/own': { query?: { 'dryRun'?: boolean }; body: Blob; response: WordImportReport }
  'GET /system/translation-requests': { query?: { 'lang'?: string; 'citation'?: string; 'state'?: string; 'start'?: number }; response: RequestPage }
  'GET /system/translation-requests/download': { query?: { 'lang'?: string; 'citation'?: string; 'state'?: string; 'start'?: number; 'format'?: string }; response: unknown }
  'POST /system/translation-requests/{id}/close': { params: { 'id': string }; response: undefined }
  'GET /system/translations': { query: { 'lang': string; 'department'?: string; 'state'?: string; 'start'?: number }; response: TranslationPage }
  'GET /system/translations/download': { query: { 'lang': string; 'department'?: string; 'state'?: string; 'start'?: number; 'format'?: string }; response: unknown }
  'GET /system/usage': { query?: { 'from'?: string; 'to'?: string; 'by'?: 'citation' | 'language' | 'department' | 'month'; 'department'?: string; 'unused'?: boolean; 'start'?: number }; response: UsageReport }
  'GET /system/usage/download': { query?: { 'from'?: string; 'to'?: string; 'by'?: 'citation' | 'language' | 'department' | 'month'; 'department'?: string; 'unused'?: boolean; 'format'?: string }; response: unknown }
  'POST /usage': { body: NewUse; response: undefined }
  'GET /user': { response: User }
  'POST /user/order': { body: OrderSubmission; response: OrderReceipt }
  'GET /user/orders': { response: Array<Order> }
  'POST /user/orders/{id}/cancel': { params: { 'id': string }; body: NoteRequest; response: Order }
  'POST /user/orders/{id}/reply': { params: { 'id': string }; body: NoteRequest; response: Order }
  'GET /user/packets': { query?: { 'start'?: number }; response: PacketPage }
  'GET /user/packets/download': { query?: { 'format'?: string }; response: unknown }
  'GET /user/profile': { response: UserProfile }
  'POST /user/session': { body: SessionRequest; response: undefined }
  'POST /user/translation-requests': { body: NewTranslationRequest; response: TranslationRequest }
}
