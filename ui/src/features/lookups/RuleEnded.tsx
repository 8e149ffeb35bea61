// A warning that a rule of the program would no longer apply to the citations of a value.
import { Notice } from '../../components/feedback/Notice'

export const RuleEnded = ({ rule }: { rule: string }) => (
  <Notice kind="info" title="A rule depends on this value and would no longer apply.">
    {rule}
  </Notice>
)
