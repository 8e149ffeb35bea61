// The numbers of the overview and their links.
import type { Overview } from '../../api/maintenance/overview'
import { incompleteInUsePath, lateOrdersPath, missingTranslationsPath, obsoletePacketsPath } from '../../listPaths'
import { patterns } from '../../paths'

export interface OverviewEntry {
  counted: keyof Overview
  label: string
  /** What is counted. */
  hint: string
  to: string
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
      title: 'Catalogue',
      entries: [
        {
          counted: 'reviewsOverdue',
          label: 'Overdue reviews',
          hint: 'Citations past their due date',
          to: patterns.review,
        },
        {
          counted: 'linksBroken',
          label: 'Broken links',
          hint: 'URLs of files that are gone or do not respond',
          to: patterns.links,
        },
        {
          counted: 'incomplete',
          label: 'Incomplete citations',
          hint: 'Citations without a required value',
          to: incompleteInUsePath,
        },
        {
          counted: 'duplicates',
          label: 'Duplicates',
          hint: 'Groups with the same title, item number or URL',
          to: patterns.duplicates,
        },
        {
          counted: 'packetsWithObsolete',
          label: 'Packets with obsolete handouts',
          hint: 'Published packets in which families see a replacement, or nothing newer',
          to: obsoletePacketsPath,
        },
      ],
    },
    {
      title: 'Words and languages',
      entries: [
        ...(language
          ? [
              {
                counted: 'translationsMissing',
                label: `Missing in ${language.value}`,
                hint: 'Citations without a version in this language',
                to: missingTranslationsPath(language.tag),
              } as const,
            ]
          : []),
        {
          counted: 'searchesWithoutResult',
          label: 'Searches that found nothing',
          hint: 'Or only some words; searched three times or more in 90 days',
          to: patterns.insight,
        },
      ],
    },
    {
      title: 'Work',
      entries: [
        { counted: 'ordersLate', label: 'Late orders', hint: 'Open, and required before today', to: lateOrdersPath },
        { counted: 'ordersOpen', label: 'Open orders', hint: 'Neither sent nor cancelled', to: patterns.orders },
      ],
    },
  ]
}
