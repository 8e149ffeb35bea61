// A warning that a rule of the program would no longer apply to the citations of a value.
import messages from 'messages:staff/lookups'
import { Notice } from '../../components/feedback/Notice'
import { staffText } from '../../i18n/staffText'

const t = staffText(messages)

export const RuleEnded = ({ rule }: { rule: string }) => (
  <Notice kind="info" title={t('ruleEnds')}>
    {rule}
  </Notice>
)
