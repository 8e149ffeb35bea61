// What administrators may go to.
import { useQuery } from '@tanstack/react-query'
import ExternalLink from 'lucide-react/icons/external-link'
import { Link } from 'react-router-dom'
import { useConfig } from '../api/config'
import { reviewCountsQuery } from '../api/reviews'
import { useUser } from '../api/user'
import { Menu, type MenuEntry } from '../components/Menu'
import { EnglishOnly, useLangOf } from '../i18n/useText'
import { patterns } from '../paths'

export default function AdminMenu() {
  const langOf = useLangOf()
  const dashboard = useConfig()?.links.dashboard
  const mayWorkOnOrders = useUser().may('workOnOrders')
  const overdue = useQuery(reviewCountsQuery({ department: '', reviewer: '' })).data?.overdue ?? 0
  const entries: MenuEntry[] = [
    { label: 'Overview', render: <Link to={patterns.overview} /> },
    { label: 'Add Resource', render: <Link to={patterns.citationAdd} /> },
    ...(mayWorkOnOrders ? [{ label: 'Copy Center', render: <Link to={patterns.orders} /> }] : []),
    { label: 'Manage Lookups', render: <Link to={patterns.lookups} /> },
    {
      label: overdue > 0 ? `Review (${overdue.toLocaleString('en-US')} overdue)` : 'Review',
      render: <Link to={patterns.review} />,
    },
    { label: 'Links', render: <Link to={patterns.links} /> },
    { label: 'Doubles', render: <Link to={patterns.doubles} /> },
    { label: 'Translations', render: <Link to={patterns.translations} /> },
    { label: 'Search Insight', render: <Link to={patterns.insight} /> },
    { label: 'Jobs', render: <Link to={patterns.jobs} /> },
    { label: 'Import and Export', render: <Link to={patterns.bulk} /> },
  ]
  if (dashboard) {
    entries.push({
      label: (
        <>
          Tableau Dashboard <ExternalLink aria-label="(opens in a new tab)" />
        </>
      ),
      render: (
        // biome-ignore lint/a11y/useAnchorContent: the menu puts the entry's label into it
        <a href={dashboard} target="_blank" rel="noopener noreferrer" />
      ),
    })
  }
  // What they lead to speaks English too.
  return (
    <EnglishOnly value={true}>
      <span lang={langOf('en')}>
        <Menu label="Admin Tools" entries={entries} />
      </span>
    </EnglishOnly>
  )
}
