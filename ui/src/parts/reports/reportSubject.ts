// What a report may be about: a citation or a packet, with their language versions.

/** A language version that a report may concern. */
export interface ReportedVersion {
  /** The language value. */
  lang: string
  tag: string | null
}

/** The citation or the packet that a report is about. */
export interface ReportSubject {
  kind: 'citation' | 'packet'
  id: string
  title: string
  versions: readonly ReportedVersion[]
}

/** The languages of some versions, each once. */
export function reportedVersions(versions: readonly ReportedVersion[]): ReportedVersion[] {
  const byLanguage = new Map(versions.map(({ lang, tag }) => [lang, { lang, tag }]))
  return [...byLanguage.values()]
}
