// The links on a page of the list with their states; each can be checked now.
import t from 'messages:staff/links'
import Pencil from 'lucide-react/icons/pencil'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import type { LinkEntry } from '../../api/maintenance/links'
import { Button } from '../../components/buttons/Button'
import { Badge } from '../../components/feedback/Badge'
import { FieldError } from '../../components/form/Field'
import { dayAndTime } from '../../lib/dates/dateTimes'
import { handoutColumn, ListTable } from '../../listkit/ListTable'
import { citationEditPath } from '../../paths'
import styles from './LinkTable.module.css'
import { linkDetail, linkLabel } from './linkWords'
import { type LinkCheck, linkKey } from './useLinkChecks'

interface Props {
  entries: readonly LinkEntry[]
  checks: ReadonlyMap<string, LinkCheck>
  onCheck: (entry: LinkEntry) => void
}

export const LinkTable = ({ entries, checks, onCheck }: Props) => (
  <ListTable
    caption={t('linksOfHandouts')}
    rows={entries.map((listed) => rowOf(listed, checks.get(linkKey(listed))))}
    rowKey={({ listed }) => linkKey(listed)}
    className={styles.table}
    columns={[
      handoutColumn(t('title')),
      { header: t('language'), cell: ({ lang }) => lang },
      {
        header: t('address'),
        className: styles.address,
        cell: ({ url }) => (
          <a href={url} target="_blank" rel="noopener noreferrer" dir="ltr" aria-label={t('urlOpensInNewTab', { url })}>
            {url}
          </a>
        ),
      },
      { header: t('state'), className: styles.state, cell: (entry) => <State entry={entry} /> },
      { header: t('lastChecked'), cell: ({ checked }) => (checked ? dayAndTime(checked) : t('never')) },
      {
        header: t('checkAndCorrect'),
        label: '',
        className: styles.check,
        cell: (row) => <Check row={row} onCheck={onCheck} />,
      },
    ]}
  />
)

/** A link as its check has found it, and as it is listed. */
const rowOf = (listed: LinkEntry, check: LinkCheck | undefined) => ({
  ...(check?.is === 'done' ? check.entry : listed),
  listed,
  check,
})

function Check({ row, onCheck }: { row: ReturnType<typeof rowOf> } & Pick<Props, 'onCheck'>) {
  const { title, lang, readableId, listed, check } = row
  const errorId = useId()
  return (
    <>
      <div className={styles.buttons}>
        <Button
          size="small"
          busy={check?.is === 'checking'}
          aria-label={t('checkNowTitleLang', { title, lang })}
          onClick={() => onCheck(listed)}
        >
          {t('checkNow')}
        </Button>
        <Link to={citationEditPath(readableId)} className={styles.edit} aria-label={t('editTitle', { title })}>
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
    </>
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
