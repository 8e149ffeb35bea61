// Asks for confirmation before a value is deleted, and shows the effect.

import t from 'messages:staff/lookups'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { lookupImpactQuery } from '../../api/catalogue/lookups'
import { ConfirmDialog } from '../../components/page/Dialog'
import { citationCount } from '../../lib/text/citationCount'
import { incompletePath } from '../../listPaths'
import { RuleEnded } from './LookupEditor'

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
  <ConfirmDialog
    open={open}
    onClose={onClose}
    title={t('deleteItem')}
    focusAfter={focusAfter}
    cancel={t('cancel')}
    confirm={t('delete')}
    onConfirm={onDelete}
  >
    <p>{t('deleteQuestion')}</p>
    <Impact type={type} value={value} />
  </ConfirmDialog>
)

function Impact({ type, value }: { type: string; value: string }) {
  const impact = useQuery(lookupImpactQuery(type, value))
  const name = () => <strong dir="auto">{value}</strong>
  if (impact.isPending) return <p>{t('countingUses')}</p>
  if (!impact.data) {
    return <p>{t.rich('usesNotCounted', { name })}</p>
  }
  const { citations, leftIncomplete, packets, ruleEnded } = impact.data
  return (
    <>
      <p>
        {citations === 0
          ? t.rich('notUsed', { name })
          : t.rich('usedByCitations', { name, citationCount: citationCount(citations) })}
      </p>
      {packets > 0 && <p>{t('packetsAsDepartment', { packets })}</p>}
      {ruleEnded && <RuleEnded rule={ruleEnded} />}
      {leftIncomplete > 0 && (
        <p>
          {t.rich('citationsLeftIncomplete', {
            citationCount: citationCount(leftIncomplete),
            link: (text) => <Link to={incompletePath}>{text}</Link>,
          })}
        </p>
      )}
    </>
  )
}
