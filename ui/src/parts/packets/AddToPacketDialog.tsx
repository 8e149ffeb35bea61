// Chooses the packet that a handout is added to.
import packetPage from 'messages:en/packet'
import messages from 'messages:en/packetLinks'
import parts from 'messages:en/parts'
import expired from 'messages:en/signInExpired'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { configQuery, useConfig } from '../../api/config'
import {
  addToPacket,
  allOwnPacketsQuery,
  maxPacketItems,
  type PacketEntry,
  packetAddress,
  reloadPackets,
} from '../../api/packets'
import { asProblem } from '../../api/problem'
import { useIsServersLanguage, useProblemText } from '../../api/useProblemText'
import { useUser } from '../../api/user'
import { useSingleMutation } from '../../api/useSingleMutation'
import { Button, LinkButton } from '../../components/buttons/Button'
import row from '../../components/buttons/RowButton.module.css'
import { announce, Notice } from '../../components/feedback/Notice'
import { Dialog } from '../../components/page/Dialog'
import { useText } from '../../i18n/useText'
import { newPacketPath } from '../../listPaths'
import { packetPath } from '../../paths'
import { SignInExpired } from '../../session/person/SignInExpired'
import styles from './AddToPacketDialog.module.css'

interface Props {
  /** The ID of the citation. */
  id: string
  title: string
  /** Called when the closing animation ends. */
  onClosed: () => void
}

export default function AddToPacketDialog({ id, title, onClosed }: Props) {
  const t = useText(messages)
  const common = useText(parts)
  const client = useQueryClient()
  const signedIn = useConfig()?.signIn.signedIn
  const [open, setOpen] = useState(true)
  const own = useQuery(allOwnPacketsQuery)
  const adding = useSingleMutation({
    mutationFn: (packet: PacketEntry) => addToPacket(packet.id, id),
    onSuccess: (_, packet) => {
      announce(t('added', { title, packet: packet.title }))
      reloadPackets(client)
    },
    onError: (error) => {
      const { status } = asProblem(error)
      // A personal packet does not exist for others: the sign-in may have expired.
      if (status === 404) void client.refetchQueries(configQuery)
      // The next dialog does not offer a deleted packet; this one keeps its button, which has the focus.
      if (status === 410) void client.invalidateQueries({ ...allOwnPacketsQuery, refetchType: 'none' })
    },
  })
  const added = adding.isSuccess ? adding.variables : undefined
  return (
    <Dialog
      open={open}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
      title={t('addTitle')}
      footer={
        // Replaces the pressed button and gets its focus.
        <Button key={added ? 'added' : 'choose'} autoFocus={added !== undefined} onClick={() => setOpen(false)}>
          {common('close')}
        </Button>
      }
    >
      <div className={styles.content}>
        {added ? (
          <Notice kind="success" title={t('added', { title, packet: added.title })}>
            <Link to={packetPath(packetAddress(added))}>{t('open')}</Link>
          </Notice>
        ) : (
          <>
            <p className={styles.title} dir="auto">
              {title}
            </p>
            <PacketChoices own={own} isBusy={adding.isPending} onChoose={(packet) => adding.mutate(packet)} />
            {signedIn ? adding.isError && <Failure error={adding.error} /> : <SignInExpired />}
            <div>
              <LinkButton to={newPacketPath({ citations: [id] })} variant="primary">
                {t('newWith')}
              </LinkButton>
            </div>
          </>
        )}
      </div>
    </Dialog>
  )
}

function Failure({ error }: { error: Error }) {
  const t = useText(messages)
  const tryAgain = useText(expired)('tryAgain')
  const deleted = useText(packetPage)('deleted')
  const problemText = useProblemText()
  const isServersLanguage = useIsServersLanguage()
  const problem = asProblem(error)
  const known: Record<number, string> = {
    0: t('checkConnection'),
    401: tryAgain,
    403: isServersLanguage ? problem.detail : problemText(problem),
    410: deleted,
    412: t('changedMeanwhile'),
  }
  const fieldError = isServersLanguage ? problem.fieldErrors[0]?.message : undefined
  return (
    <Notice kind="error" title={t('notAdded')}>
      {known[problem.status] ?? fieldError ?? t('tryLater')}
    </Notice>
  )
}

interface PacketChoicesProps {
  own: UseQueryResult<PacketEntry[]>
  isBusy: boolean
  onChoose: (packet: PacketEntry) => void
}

/** The person's packets as buttons, the latest first. */
function PacketChoices({ own, isBusy, onChoose }: PacketChoicesProps) {
  const t = useText(messages)
  const { may } = useUser()
  if (own.isPending) return <p role="status">{t('loading')}</p>
  if (!own.data) return <Notice kind="error" title={t('failed')} onRetry={own.refetch} />
  if (own.data.length === 0) return null
  /** Why a handout cannot be added to a packet. */
  const refusalOf = ({ count, published }: PacketEntry) => {
    if (published && !may('manageCatalogue')) return t('administratorsOnly')
    return count >= maxPacketItems ? t('full') : undefined
  }
  return (
    <ul className={styles.packets} aria-label={t('own')}>
      {own.data.map((packet) => {
        const refusal = refusalOf(packet)
        return (
          <li key={packet.id}>
            <button
              type="button"
              className={`${row.button} ${styles.packet}`}
              disabled={refusal !== undefined}
              aria-disabled={isBusy || undefined}
              onClick={() => isBusy || onChoose(packet)}
            >
              <span dir="auto">{packet.title}</span>
              <span className={styles.count}>{refusal ?? t('handouts', { count: packet.count })}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
