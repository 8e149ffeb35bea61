// The categories of lookup values by their facets, sorted by label.
import t from 'messages:staff/lookups'

export const categories = [
  { type: 'audience', label: t('audience') },
  { type: 'authors', label: t('authors') },
  { type: 'departments', label: t('departments') },
  { type: 'material_format', label: t('format') },
  { type: 'keywords', label: t('keywords') },
  { type: 'languages', label: t('languages') },
  { type: 'publisher_name', label: t('publisher') },
  { type: 'subject_heading', label: t('subjectHeading') },
  { type: 'tags', label: t('tags') },
  { type: 'where_to_obtain', label: t('whereToObtain') },
] as const

export const categoryLabel = (type: string) => categories.find((category) => category.type === type)?.label ?? type
