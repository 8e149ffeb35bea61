// Shown when somebody else has saved the same citation.
import { useQuery } from '@tanstack/react-query'
import { type Citation, type CitationAnswer, latestCitationQuery } from '../../api/catalogue/citations'
import { ConflictDialog } from '../../formkit/ConflictDialog'
import { changedLabels } from './formValues'

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
    title="Somebody else has changed this citation"
    newest={useQuery(latestCitationQuery(base.id))}
    changedLabels={({ citation }) => changedLabels(base, citation)}
    {...choices}
  />
)
