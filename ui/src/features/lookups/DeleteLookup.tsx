// Asks for confirmation before a value is deleted, and shows the effect.

import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { lookupImpactQuery } from '../../api/catalogue/lookups'
import { Button } from '../../components/buttons/Button'
import { Dialog } from '../../components/page/Dialog'
import { citationCount } from '../../lib/text/citationCount'
import { incompletePath } from '../../listPaths'
import { RuleEnded } from './RuleEnded'

interface Props {
  type: string
  value: string
  open: boolean
  onClose: () => void
  onDelete: () => void
  /** Gets the focus after closing, when the button that opened the dialog has been removed. */
  focusAfter: () => HTMLElement | null
}

export const DeleteLookup = ({ type, value, open, onClose, onDelete, focusAfter }: Props) => (
  <Dialog
    open={open}
    onClose={onClose}
    role="alertdialog"
    title="Delete Item"
    focusAfter={focusAfter}
    footer={
      <>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" onClick={onDelete}>
          Delete
        </Button>
      </>
    }
  >
    <p>Are you sure you want to delete this item?</p>
    <Impact type={type} value={value} />
  </Dialog>
)

function Impact({ type, value }: { type: string; value: string }) {
  const impact = useQuery(lookupImpactQuery(type, value))
  if (impact.isPending) return <p>Counting its uses...</p>
  if (!impact.data) {
    return (
      <p>
        <strong dir="auto">{value}</strong>: its uses could not be counted.
      </p>
    )
  }
  const { citations, leftIncomplete, packets, ruleEnded } = impact.data
  return (
    <>
      <p>
        <strong dir="auto">{value}</strong>
        {citations === 0 ? ' is not used by any citation.' : ` is used by ${citationCount(citations)}.`}
      </p>
      {packets > 0 && (
        <p>{`${packets === 1 ? '1 packet has' : `${packets.toLocaleString('en-US')} packets have`} it as the department.`}</p>
      )}
      {ruleEnded && <RuleEnded rule={ruleEnded} />}
      {leftIncomplete > 0 && (
        <p>
          {`${citationCount(leftIncomplete)} will lack a required value. `}
          <Link to={incompletePath}>Incomplete citations</Link> are easy to find afterwards.
        </p>
      )}
    </>
  )
}
