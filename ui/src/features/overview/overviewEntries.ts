// The numbers of the overview and their links.
import t from 'messages:staff/overview'
import type { Overview } from '../../api/maintenance/overview'
import {
  inaccessibleFilesPath,
  incompleteInUsePath,
  lateOrdersPath,
  missingTranslationsPath,
  obsoletePacketsPath,
} from '../../listPaths'
import { patterns } from '../../paths'

export interface OverviewEntry {
  counted: keyof Overview
  label: string
  /** What is counted. */
  hint: string
  /** Its list; a number without one is no link. */
  to?: string
}

export interface OverviewGroup {
  title: string
  entries: readonly OverviewEntry[]
}

/** The language in which translations are counted. */
export interface CountedLanguage {
  tag: string
  value: string
}

/** The numbers in order; that of missing translations requires a language. */
export function overviewGroups(language: CountedLanguage | undefined): readonly OverviewGroup[] {
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
