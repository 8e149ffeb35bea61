// The views of a list with their counts, and below them its filters; all of them are stored in the URL.
import type { ReactNode } from 'react'
import { ListViews } from '../components/list/ListViews'
import layout from '../components/page/Page.module.css'
import styles from './ListFilters.module.css'
import type { ListAddress } from './listAddress'

interface Props<Filter> {
  address: ListAddress<Filter>
  filter: Filter
  /** The filter whose values are the views. */
  viewOf: keyof Filter
  /** Their counts are undefined until they are loaded. */
  views: readonly { value: string; label: string; count?: number | undefined }[]
  /** The controls of the other filters. */
  children: ReactNode
}

export const ListFilters = <Filter,>({ address, filter, viewOf, views, children }: Props<Filter>) => (
  <>
    <ListViews
      views={views.map(({ value, ...view }) => ({
        ...view,
        to: address.path({ ...filter, [viewOf]: value }),
        current: value === filter[viewOf],
      }))}
    />
    <div className={`${layout.tools} ${styles.filters}`}>{children}</div>
  </>
)
