// The overview for administrators: the numbers that need attention, each linking to its list, and links to every screen.
import t from 'messages:staff/overview'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { adminGroups } from '../../adminScreens'
import { languagesQuery } from '../../api/languages'
import { type Overview, overviewQuery } from '../../api/maintenance/overview'
import { useUser } from '../../api/user'
import { Skeleton } from '../../components/feedback/Skeleton'
import layout from '../../components/page/Page.module.css'
import { PageHeading, useTitle } from '../../components/page/PageHeading'
import { ProblemNotice } from '../../formkit/ProblemNotice'
import {
  inaccessibleFilesPath,
  incompleteInUsePath,
  lateOrdersPath,
  missingTranslationsPath,
  obsoletePacketsPath,
} from '../../listPaths'
import { useTranslationTargets } from '../../parts/language/translationTargets'
import { patterns } from '../../paths'
import styles from './OverviewPage.module.css'

export default function OverviewPage() {
  useTitle(t('overview'))
  const areLanguagesKnown = !useQuery(languagesQuery).isPending
  const { defaultTarget } = useTranslationTargets()
  const overview = useQuery({
    ...overviewQuery(defaultTarget?.tag ?? ''),
    enabled: areLanguagesKnown,
  })
  const { data, error } = overview
  return (
    <div className={`${layout.page} ${styles.page}`}>
      <PageHeading>{t('overview')}</PageHeading>
      <ProblemNotice title={t('numbersNotLoaded')} call={overview} />
      {!(error && !data) &&
        overviewGroups(defaultTarget).map(({ title, entries }, index) => (
          <section key={title} aria-labelledby={`overview-${index}`} className={styles.group}>
            <h2 id={`overview-${index}`}>{title}</h2>
            <ul>
              {entries.map((entry) => (
                <li key={entry.counted}>
                  <Row entry={entry} count={data?.[entry.counted]} />
                </li>
              ))}
            </ul>
            <OtherScreens group={title} entries={entries} />
          </section>
        ))}
    </div>
  )
}

/** The screens of a group without a number. */
function OtherScreens({ group, entries }: { group: string; entries: readonly OverviewEntry[] }) {
  const { may } = useUser()
  const all = adminGroups.find(({ title }) => title === group)?.screens ?? []
  const screens = all.filter((screen) => !entries.some(({ to }) => to === screen.to))
  return (
    <ul aria-label={t('moreGroup', { group })} className={styles.screens}>
      {screens
        .filter(({ right }) => right === undefined || may(right))
        .map(({ label, to }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
    </ul>
  )
}

/** One number; the whole row links to its list, if there is one. */
function Row({ entry: { label, hint, to }, count }: { entry: OverviewEntry; count: number | undefined }) {
  const content = (
    <>
      <span className={styles.label}>{label}</span>
      <span className={styles.count} data-none={count === 0 || undefined}>
        {count === undefined ? <Skeleton width="short" /> : count === 0 ? t('none') : count.toLocaleString('en-US')}
      </span>
      <span className={styles.hint}>{hint}</span>
    </>
  )
  return to === undefined ? (
    <div className={styles.row}>{content}</div>
  ) : (
    <Link to={to} className={styles.row}>
      {content}
    </Link>
  )
}

/** The numbers of the overview and their links. */
interface OverviewEntry {
  counted: keyof Overview
  label: string
  /** What is counted. */
  hint: string
  /** Its list; a number without one is no link. */
  to?: string
}

interface OverviewGroup {
  title: string
  entries: readonly OverviewEntry[]
}

/** The language in which translations are counted. */
interface CountedLanguage {
  tag: string
  value: string
}

/** The numbers in order; that of missing translations requires a language. */
function overviewGroups(language: CountedLanguage | undefined): readonly OverviewGroup[] {
  return [
    {
      title: t('catalogue'),
      entries: [
        {
          counted: 'reviewsOverdue',
          label: t('overdueReviews'),
          hint: t('citationsPastTheirDueDate'),
          to: patterns.review,
        },
        {
          counted: 'reportsOpen',
          label: t('problemReports'),
          hint: t('openReports'),
          to: patterns.reports,
        },
        {
          counted: 'linksBroken',
          label: t('brokenLinks'),
          hint: t('urlsOfFilesGone'),
          to: patterns.links,
        },
        {
          counted: 'filesInaccessible',
          label: t('inaccessibleFiles'),
          hint: t('inaccessibleFilesHint'),
          to: inaccessibleFilesPath,
        },
        {
          counted: 'incomplete',
          label: t('incompleteCitations'),
          hint: t('citationsWithoutRequiredValue'),
          to: incompleteInUsePath,
        },
        {
          counted: 'duplicates',
          label: t('duplicates'),
          hint: t('groupsWithSameTitleItem'),
          to: patterns.duplicates,
        },
        {
          counted: 'packetsWithObsolete',
          label: t('packetsWithObsoleteHandouts'),
          hint: t('obsoletePacketsHint'),
          to: obsoletePacketsPath,
        },
      ],
    },
    {
      title: t('wordsAndLanguages'),
      entries: [
        ...(language
          ? [
              {
                counted: 'translationsMissing',
                label: t('missingInLanguage', { language: language.value }),
                hint: t('citationsWithoutVersionInLanguage'),
                to: missingTranslationsPath(language.tag),
              } as const,
            ]
          : []),
        {
          counted: 'searchesWithoutResult',
          label: t('searchesFoundNothing'),
          hint: t('notFoundHint'),
          to: patterns.insight,
        },
      ],
    },
    {
      title: t('work'),
      entries: [
        { counted: 'ordersLate', label: t('lateOrders'), hint: t('openAndRequiredBeforeToday'), to: lateOrdersPath },
        { counted: 'ordersOpen', label: t('openOrders'), hint: t('neitherSentNorCancelled'), to: patterns.orders },
        { counted: 'mailsRefused', label: t('refusedMails'), hint: t('refusedMailsHint') },
      ],
    },
  ]
}
