// What the program would no longer do for the citations of a value.
import { Notice } from '../../components/Notice'

export const RuleEnded = ({ rule }: { rule: string }) => (
  <Notice kind="info" title="A rule depends on this value and would end.">
    {rule}
  </Notice>
)
