// What administrators may go to: the overview, then three groups.
import { useQuery } from '@tanstack/react-query'
import ExternalLink from 'lucide-react/icons/external-link'
import { Link } from 'react-router-dom'
import { adminGroups } from '../adminScreens'
import { useConfig } from '../api/config'
import { reviewCountsQuery } from '../api/reviews'
import { useUser } from '../api/user'
import { Menu, type MenuEntry, type MenuSection } from '../components/Menu'
import { EnglishOnly, useLangOf } from '../i18n/useText'
import { patterns } from '../paths'

export default function AdminMenu() {
  const langOf = useLangOf()
  const dashboard = useConfig()?.links.dashboard
  const { may } = useUser()
  const overdue = useQuery(reviewCountsQuery({ department: '', reviewer: '' })).data?.overdue ?? 0
  const labelOf = (label: string, to: string) =>
    to === patterns.review && overdue > 0 ? `${label} (${overdue.toLocaleString('en-US')} overdue)` : label
  const sections: MenuSection[] = [
    { entries: [{ label: 'Overview', render: <Link to={patterns.overview} /> }] },
    ...adminGroups.map(({ title, screens }) => ({
      title,
      entries: screens
        .filter(({ right }) => right === undefined || may(right))
        .map(({ label, to }): MenuEntry => ({ label: labelOf(label, to), render: <Link to={to} /> })),
    })),
  ]
  if (dashboard) sections.at(-1)?.entries.push(dashboardEntry(dashboard))
  // What they lead to speaks English too.
  return (
    <EnglishOnly value={true}>
      <span lang={langOf('en')}>
        <Menu label="Admin Tools" sections={sections} />
      </span>
    </EnglishOnly>
  )
}

const dashboardEntry = (href: string): MenuEntry => ({
  label: (
    <>
      Tableau Dashboard <ExternalLink aria-label="(opens in a new tab)" />
    </>
  ),
  render: (
    // biome-ignore lint/a11y/useAnchorContent: the menu puts the entry's label into it
    <a href={href} target="_blank" rel="noopener noreferrer" />
  ),
})
