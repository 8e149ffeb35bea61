// The URL of the list of packets: /packets?q=diabetes&department=Endocrinology&page=2.
import type { PacketFilter } from '../../api/packets'
import { parsePage } from '../../components/list/pages'

/** Parses a URL. */
export function readPacketsAddress(parameters: URLSearchParams): { filter: PacketFilter; page: number } {
  const given = (name: string) => parameters.get(name)?.trim() ?? ''
  return {
    filter: { q: given('q'), department: given('department'), obsolete: given('obsolete') === 'true' },
    page: parsePage(parameters.get('page')),
  }
}

/** The parameters of a URL; empty ones are omitted. */
export function writePacketsAddress({ q, department, obsolete }: PacketFilter, page = 1): URLSearchParams {
  const all = { q, department, obsolete: obsolete ? 'true' : '', page: page > 1 ? String(page) : '' }
  return filledParameters(all)
}

/** Empty values are omitted. */
const filledParameters = (values: Record<string, string>) =>
  new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''))
