// Shown when somebody else has saved the same citation.
import messages from 'messages:staff/citationForm'
import { useQuery } from '@tanstack/react-query'
import { type Citation, type CitationAnswer, latestCitationQuery } from '../../api/catalogue/citations'
import { ConflictDialog } from '../../formkit/ConflictDialog'
import { staffText } from '../../i18n/staffText'
import { changedLabels } from './formValues'

const t = staffText(messages)

interface Props {
  /** The version that editing started from. */
  base: Citation
  /** Discards the input and shows the latest version. */
  onDiscard: () => void
  /** Keeps the input; the next save replaces the latest version. */
  onKeep: (newest: CitationAnswer) => void
  /** Returns to the form without a decision. */
  onClose: () => void
}

export const Conflict = ({ base, ...choices }: Props) => (
  <ConflictDialog
    title={t('somebodyElseChangedCitation')}
    newest={useQuery(latestCitationQuery(base.id))}
    changedLabels={({ citation }) => changedLabels(base, citation)}
    {...choices}
  />
)
