// Reading levels in words.
import t from 'messages:staff/readingLevel'
import type { ReadabilityEntry, ReadabilityState, ReadingLevel } from '../../api/maintenance/readability'

const aim = 6

const bands: Record<NonNullable<ReadingLevel['band']>, string> = {
  'very-easy': t('veryEasy'),
  'quite-easy': t('quiteEasy'),
  average: t('average'),
  'somewhat-hard': t('somewhatHard'),
  'very-hard': t('veryHard'),
}

/** The states of handouts in words. */
export const stateNames: Readonly<Record<ReadabilityState, string>> = {
  level: t('level'),
  noText: t('noText'),
  failed: t('failed'),
  short: t('short'),
  noFormula: t('noFormula'),
  notFetched: t('notFetched'),
}

/** 'about grade 9; aim: grade 6', or the state of a handout without a reading level. */
export function levelLabel({ state, readingLevel }: Pick<ReadabilityEntry, 'state' | 'readingLevel'>) {
  if (!readingLevel) return stateNames[state]
  const { grade } = readingLevel
  return grade > aim ? t('aboutGradeAim', { grade }) : t('aboutGrade', { grade })
}

/** Details of the state: what it means, or its reason. */
export function levelDetail({ state, reason, readingLevel }: ReadabilityEntry) {
  switch (state) {
    case 'level':
      return readingLevel?.estimate ? t('estimate') : null
    case 'noText':
      return t('noTextDetail')
    case 'failed':
      return reason
    case 'short':
      return t('shortDetail')
    case 'noFormula':
      return t('noFormulaDetail')
    case 'notFetched':
      return t('notFetchedDetail')
  }
}

/** 'Flesch-Kincaid 9.1, SMOG 10.4' or 'Fernández-Huerta 71.3, quite easy'. */
export function figures({ fleschKincaid, smog, fernandezHuerta, band }: ReadingLevel) {
  const figure = (value: number) => value.toFixed(1)
  return [
    fleschKincaid !== null && t('fleschKincaid', { figure: figure(fleschKincaid) }),
    smog !== null && t('smog', { figure: figure(smog) }),
    fernandezHuerta !== null && t('fernandezHuerta', { figure: figure(fernandezHuerta) }),
    band !== null && bands[band],
  ]
    .filter((text) => text !== false)
    .join(', ')
}
