// Small parts that several later screens share. The entry exports them, so that they come with the first script: by
// themselves each would be a file of a few hundred bytes with a round trip of its own.
export { default as ChevronDown } from 'lucide-react/icons/chevron-down'
export { default as Pencil } from 'lucide-react/icons/pencil'
export { default as Trash } from 'lucide-react/icons/trash-2'
export * from '../api/citations'
export * from '../components/Badge'
export * from '../components/Checkbox'
export * from '../components/Chip'
export * from '../components/Overlay'
export * from '../lib/clipboard'
export * from '../lib/dates'
export * from '../lib/revisions'
export * from '../lib/sameValue'
