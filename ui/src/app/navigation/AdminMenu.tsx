// The menu of administrators: the overview, then three groups of screens.
import t from 'messages:staff/adminScreens'
import { useQuery } from '@tanstack/react-query'
import ExternalLink from 'lucide-react/icons/external-link'
import Wrench from 'lucide-react/icons/wrench'
import { Link } from 'react-router-dom'
import { adminGroups } from '../../adminScreens'
import { useConfig } from '../../api/config'
import { reviewCountsQuery } from '../../api/maintenance/reviews'
import { useUser } from '../../api/user'
import { Menu, type MenuEntry, type MenuSection } from '../../components/buttons/Menu'
import { EnglishOnly, useLangAttribute } from '../../i18n/useText'
import { patterns } from '../../paths'
import { ShortLabel } from './ShortLabel'

export default function AdminMenu() {
  const langAttribute = useLangAttribute()
  const dashboard = useConfig()?.links.dashboard
  const { may } = useUser()
  const overdue = useQuery(reviewCountsQuery({ department: '', reviewer: '' })).data?.overdue ?? 0
  const labelOf = (label: string, to: string) =>
    to === patterns.review && overdue > 0 ? t('labelOverdue', { label, overdue }) : label
  const sections: MenuSection[] = [
    { entries: [{ label: t('overview'), render: <Link to={patterns.overview} /> }] },
    ...adminGroups.map(({ title, screens }) => ({
      title,
      entries: screens
        .filter(({ right }) => right === undefined || may(right))
        .map(({ label, to }): MenuEntry => ({ label: labelOf(label, to), render: <Link to={to} /> })),
    })),
  ]
  if (dashboard) sections.at(-1)?.entries.push(dashboardEntry(dashboard))
  // The screens that they link to are in English too.
  return (
    <EnglishOnly value={true}>
      <span lang={langAttribute('en')}>
        <Menu label={<ShortLabel icon={Wrench}>{t('adminTools')}</ShortLabel>} sections={sections} />
      </span>
    </EnglishOnly>
  )
}

const dashboardEntry = (href: string): MenuEntry => ({
  label: (
    <>
      {t('tableauDashboard')} <ExternalLink aria-label={t('opensInNewTab')} />
    </>
  ),
  render: (
    // biome-ignore lint/a11y/useAnchorContent: the menu adds the label of the entry
    <a href={href} target="_blank" rel="noopener noreferrer" />
  ),
})
