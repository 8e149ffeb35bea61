// A page of the audit trail. Identifiers are shown as they are stored, so that they can be compared and searched for.
import messages from 'messages:staff/audit'
import type { AuditEntry } from '../../api/maintenance/audit'
import { Badge } from '../../components/feedback/Badge'
import { Table } from '../../components/list/Table'
import { staffText } from '../../i18n/staffText'
import { dayTimeSeconds } from '../../lib/dates/dateTimes'
import styles from './AuditPage.module.css'
import { actionWords } from './actionWords'

const t = staffText(messages)

export const AuditTable = ({ rows }: { rows: readonly AuditEntry[] }) => (
  <Table caption={t('auditTrail')} stacked className={styles.trail}>
    <thead>
      <tr>
        <th scope="col">{t('number')}</th>
        <th scope="col">{t('time')}</th>
        <th scope="col">{t('person')}</th>
        <th scope="col">{t('action')}</th>
        <th scope="col">{t('object')}</th>
        <th scope="col">{t('request')}</th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.number}>
          <td data-label={t('number')}>{row.number}</td>
          <td data-label={t('time')} className={styles.time}>
            <time dateTime={row.at}>{dayTimeSeconds(row.at)}</time>
          </td>
          <td data-label={t('person')}>
            <Person row={row} />
          </td>
          <th scope="row" data-name>
            {actionWords(row.action)} {row.outcome === 'failed' && <Badge>{t('failed')}</Badge>}
            {row.outcome === 'refused' && <Badge>{t('refused')}</Badge>}
            <Small>{row.action}</Small>
          </th>
          <td data-label={t('object')}>
            <What row={row} />
          </td>
          <td data-label={t('request')}>
            {row.client && <Small>{row.client}</Small>}
            {row.request && <Small>{row.request}</Small>}
          </td>
        </tr>
      ))}
    </tbody>
  </Table>
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
