// The links on a page of the list with their states; each can be checked now.
import messages from 'messages:staff/links'
import Pencil from 'lucide-react/icons/pencil'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import type { LinkEntry } from '../../api/maintenance/links'
import { Button } from '../../components/buttons/Button'
import { Badge } from '../../components/feedback/Badge'
import { FieldError } from '../../components/form/Field'
import { Table } from '../../components/list/Table'
import { staffText } from '../../i18n/staffText'
import { dayAndTime } from '../../lib/dates/dateTimes'
import { HandoutCell } from '../../listkit/HandoutCell'
import { citationEditPath } from '../../paths'
import styles from './LinkTable.module.css'
import { linkDetail, linkLabel } from './linkWords'
import { type LinkCheck, linkKey } from './useLinkChecks'

const t = staffText(messages)

interface Props {
  entries: readonly LinkEntry[]
  checks: ReadonlyMap<string, LinkCheck>
  onCheck: (entry: LinkEntry) => void
}

export const LinkTable = ({ entries, checks, onCheck }: Props) => (
  <Table caption={t('linksOfHandouts')} stacked className={styles.table}>
    <thead>
      <tr>
        <th scope="col">{t('title')}</th>
        <th scope="col">{t('language')}</th>
        <th scope="col">{t('address')}</th>
        <th scope="col">{t('state')}</th>
        <th scope="col">{t('lastChecked')}</th>
        <th scope="col">{t('checkAndCorrect')}</th>
      </tr>
    </thead>
    <tbody>
      {entries.map((entry) => (
        <Row key={linkKey(entry)} listed={entry} check={checks.get(linkKey(entry))} onCheck={onCheck} />
      ))}
    </tbody>
  </Table>
)

function Row({ listed, check, onCheck }: { listed: LinkEntry; check: LinkCheck | undefined } & Pick<Props, 'onCheck'>) {
  const entry = check?.is === 'done' ? check.entry : listed
  const { title, lang, url, checked } = entry
  const errorId = useId()
  return (
    <tr>
      <HandoutCell entry={entry} />
      <td data-label={t('language')}>{lang}</td>
      <td data-label={t('address')} className={styles.address}>
        <a href={url} target="_blank" rel="noopener noreferrer" dir="ltr" aria-label={t('urlOpensInNewTab', { url })}>
          {url}
        </a>
      </td>
      <td data-label={t('state')} className={styles.state}>
        <State entry={entry} />
      </td>
      <td data-label={t('lastChecked')}>{checked ? dayAndTime(checked) : t('never')}</td>
      <td data-label="" className={styles.check}>
        <div className={styles.buttons}>
          <Button
            size="small"
            busy={check?.is === 'checking'}
            aria-label={t('checkNowTitleLang', { title, lang })}
            onClick={() => onCheck(listed)}
          >
            {t('checkNow')}
          </Button>
          <Link to={citationEditPath(entry.readableId)} className={styles.edit} aria-label={t('editTitle', { title })}>
            <Pencil aria-hidden /> {t('edit')}
          </Link>
        </div>
        {check?.is === 'done' && <p className={styles.note}>{t('checkedJustNow')}</p>}
        {!check && listed.waiting && <p className={styles.note}>{t('checkWaiting')}</p>}
        {check?.is === 'failed' && (
          <div role="alert">
            <FieldError id={errorId}>{check.message}</FieldError>
          </div>
        )}
      </td>
    </tr>
  )
}

/** The states in which the handout cannot be opened. */
const broken: readonly string[] = ['gone', 'unreachable', 'soft404']

function State({ entry }: { entry: LinkEntry }) {
  const { state } = entry
  const detail = linkDetail(entry)
  const words = linkLabel(entry)
  return (
    <>
      {state === 'ok' || state === 'unchecked' ? words : <Badge strong={broken.includes(state)}>{words}</Badge>}
      {detail && <p className={styles.detail}>{detail}</p>}
    </>
  )
}
