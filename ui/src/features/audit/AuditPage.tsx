// The audit trail: who did what, when and from where. Auditors read it; nobody changes it.
import t from 'messages:staff/audit'
import { useForm } from 'react-hook-form'
import { type AuditEntry, type AuditFilter, auditDownload, auditQuery } from '../../api/maintenance/audit'
import { Button } from '../../components/buttons/Button'
import { Badge } from '../../components/feedback/Badge'
import { SelectField, TextField } from '../../components/form/TextField'
import { ListHead } from '../../components/list/ListHead'
import layout from '../../components/page/Page.module.css'
import { FormShell } from '../../formkit/FormShell'
import { dayTimeSeconds } from '../../lib/dates/dates'
import { ListPage } from '../../listkit/ListPage'
import { ListTable } from '../../listkit/ListTable'
import { anyText, isDay, listAddress, useListAddress, usePages } from '../../listkit/listAddress'
import { patterns } from '../../paths'
import styles from './AuditPage.module.css'

/** The URL of the audit trail: /audit?from=2026-11-01&action=citation&page=2. */
const auditAddress = listAddress<AuditFilter>(patterns.audit, {
  from: isDay,
  to: isDay,
  actor: anyText,
  action: anyText,
  object: anyText,
})

export default function AuditPage() {
  const { filter, page, setFilter, setPage } = useListAddress(auditAddress)
  const list = usePages({ page, setPage }, (start) => auditQuery(filter, start))
  return (
    <ListPage
      title={t('auditTrail')}
      head={
        <>
          <p>{t('introduction')}</p>
          <AuditFilters filter={filter} actions={list.query.data?.actions ?? []} onChange={setFilter} />
        </>
      }
      {...list}
      label={t('pagesOfTrail')}
      failure={t('listNotLoaded')}
      empty={t('none')}
    >
      {({ found, rows }) => (
        <>
          <ListHead
            summary={t('count', { found })}
            download={auditDownload(filter, 'csv')}
            file="audit.csv"
            downloads={
              <a href={auditDownload(filter, 'jsonl')} download="audit.jsonl">
                {t('downloadAsJsonLines')}
              </a>
            }
          />
          <AuditTable rows={rows} />
        </>
      )}
    </ListPage>
  )
}

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

/** The filters of the audit trail. They are applied together, by the button or by Enter in a field. */
function AuditFilters({ filter, actions, onChange }: Props) {
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
        <SelectField
          {...form.register('action')}
          label={t('action')}
          options={offered(actions, filter.action).map((action) => [
            action,
            actions.includes(action) ? actionWords(action) : t('allOf', { subject: actionWords(action) }),
          ])}
        >
          <option value="">{t('allActions')}</option>
        </SelectField>
        <TextField {...form.register('object')} label={t('object')} hint={t('objectHint')} />
        <Button type="submit">{t('apply')}</Button>
      </FormShell>
    </search>
  )
}

/**
 * A page of the audit trail. Identifiers are shown as they are stored, so that they can be compared and searched for.
 */
const AuditTable = ({ rows }: { rows: readonly AuditEntry[] }) => (
  <ListTable
    caption={t('auditTrail')}
    rows={rows}
    rowKey={({ number }) => number}
    className={styles.trail}
    columns={[
      { header: t('number'), cell: ({ number }) => number },
      {
        header: t('time'),
        className: styles.time,
        cell: ({ at }) => <time dateTime={at}>{dayTimeSeconds(at)}</time>,
      },
      { header: t('person'), cell: (row) => <Person row={row} /> },
      {
        header: t('action'),
        is: 'rowHeader',
        cell: ({ action, outcome }) => (
          <>
            {actionWords(action)} {outcome === 'failed' && <Badge>{t('failed')}</Badge>}
            {outcome === 'refused' && <Badge>{t('refused')}</Badge>}
            <Small>{action}</Small>
          </>
        ),
      },
      { header: t('object'), cell: (row) => <What row={row} /> },
      {
        header: t('request'),
        cell: ({ client, request }) => (
          <>
            {client && <Small>{client}</Small>}
            {request && <Small>{request}</Small>}
          </>
        ),
      },
    ]}
  />
)

/** A line below the main text of a cell. */
const Small = ({ children }: { children: string }) => <bdi className={styles.small}>{children}</bdi>

const Person = ({ row: { name, actor, role } }: { row: AuditEntry }) => (
  <>
    {name && <bdi className={styles.name}>{name}</bdi>}
    {actor && <Small>{actor}</Small>}
    <Small>{role}</Small>
  </>
)

const What = ({ row: { object, detail, tagBefore, tagAfter, count } }: { row: AuditEntry }) => (
  <>
    {object && <bdi>{object}</bdi>}
    {detail && <Small>{detail}</Small>}
    {tagBefore && <Small>{t('before', { tag: tagBefore })}</Small>}
    {tagAfter && <Small>{t('after', { tag: tagAfter })}</Small>}
    {count > 1 && <Small>{t('times', { count })}</Small>}
  </>
)

/** The key of the text of an action or a group of actions: `citation.add` is `citationAdd`. */
export const actionKey = (action: string) => action.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase())

/** The words for an action; the action itself if the server is newer than the screens. */
export const actionWords = (action: string) => (t as unknown as (key: string) => string)(actionKey(action)) || action
