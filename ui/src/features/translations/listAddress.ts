// The URL parameters of the two lists.

/** The parameters; those of the requests start with `request`. */
export type ListParameter = 'lang' | 'department' | 'state' | 'page' | 'requestLang' | 'requestState' | 'requestPage'

export interface ListProps {
  /** The value of a parameter; empty if it is missing. */
  parameter: (name: ListParameter) => string
  /** Changes some parameters. */
  onChange: (next: Partial<Record<ListParameter, string>>) => void
}
