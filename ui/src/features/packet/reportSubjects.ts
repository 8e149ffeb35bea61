// What a problem report from the page of a packet may be about: the packet, or one of its handouts.
import { type ReportSubject, reportedVersions } from '../../parts/reports/reportSubject'
import type { ShownItem } from './shownItems'

/** `address` is the ID in the packet's URL. */
export function reportSubjects(
  { title, address }: { title: string; address: string },
  items: readonly ShownItem[],
): [ReportSubject, ...ReportSubject[]] {
  const versions = reportedVersions(items.flatMap(({ languages }) => languages))
  const handouts = items.map((item) => ({
    kind: 'citation' as const,
    id: item.citation,
    title: item.title,
    versions: reportedVersions(item.languages),
  }))
  return [{ kind: 'packet', id: address, title, versions }, ...handouts]
}
