// The filters of the audit trail. They are applied together, by the button or by Enter in a field.
import t from 'messages:staff/audit'
import { useForm } from 'react-hook-form'
import type { AuditFilter } from '../../api/maintenance/audit'
import { Button } from '../../components/buttons/Button'
import { SelectField, TextField } from '../../components/form/TextField'
import layout from '../../components/page/Page.module.css'
import { FormShell } from '../../formkit/FormShell'
import styles from './AuditPage.module.css'
import { actionWords } from './actionWords'

interface Props {
  filter: AuditFilter
  /** Every action that is recorded. */
  actions: readonly string[]
  onChange: (next: AuditFilter) => void
}

/** The actions and their common prefixes: `citation` matches `citation.add`, `citation.change` and so on. */
const offered = (actions: readonly string[], value: string) => {
  const groups = actions.flatMap((action) => action.split('.').slice(0, -1))
  return [...new Set([value, ...groups, ...actions])].filter((action) => action !== '').sort()
}

export function AuditFilters({ filter, actions, onChange }: Props) {
  const form = useForm({ values: filter })
  return (
    <search>
      <FormShell
        form={form}
        className={`${layout.tools} ${styles.filters}`}
        onSubmit={(next) => onChange({ ...next, actor: next.actor.trim(), object: next.object.trim() })}
      >
        <TextField {...form.register('from')} label={t('from')} type="date" />
        <TextField {...form.register('to')} label={t('to')} type="date" />
        <TextField {...form.register('actor')} label={t('person')} hint={t('personHint')} />
        <SelectField {...form.register('action')} label={t('action')}>
          <option value="">{t('allActions')}</option>
          {offered(actions, filter.action).map((action) => (
            <option key={action} value={action}>
              {actions.includes(action) ? actionWords(action) : t('allOf', { subject: actionWords(action) })}
            </option>
          ))}
        </SelectField>
        <TextField {...form.register('object')} label={t('object')} hint={t('objectHint')} />
        <Button type="submit">{t('apply')}</Button>
      </FormShell>
    </search>
  )
}
