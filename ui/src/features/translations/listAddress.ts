// What the lists show, as the address names it.

/** Names of the parameters; those of the requests begin with `request`. */
export type ListParameter = 'lang' | 'department' | 'state' | 'page' | 'requestLang' | 'requestState' | 'requestPage'

export interface ListProps {
  /** What a parameter is; empty when it is not given. */
  parameter: (name: ListParameter) => string
  /** Changes some and keeps the rest. */
  onChange: (next: Partial<Record<ListParameter, string>>) => void
}
