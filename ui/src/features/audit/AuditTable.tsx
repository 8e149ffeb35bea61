// A page of the audit trail. Identifiers are shown as they are stored, so that they can be compared and searched for.
import t from 'messages:staff/audit'
import type { AuditEntry } from '../../api/maintenance/audit'
import { Badge } from '../../components/feedback/Badge'
import { dayTimeSeconds } from '../../lib/dates/dateTimes'
import { ListTable } from '../../listkit/ListTable'
import styles from './AuditPage.module.css'
import { actionWords } from './actionWords'

export const AuditTable = ({ rows }: { rows: readonly AuditEntry[] }) => (
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
