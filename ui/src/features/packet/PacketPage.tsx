// The page of a packet: loading, moved, deleted, not found, failed, or shown.
import messages from 'messages:en/packet'
import parts from 'messages:en/parts'
import shell from 'messages:en/shell'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, Navigate, useLocation, useParams, useSearchParams } from 'react-router-dom'
import type { ChoosableLanguage } from '../../api/languages'
import { type Packet, type PacketLanguage, packetAddress, packetQuery } from '../../api/packets'
import { asProblem } from '../../api/problem'
import { useCopiedAddress } from '../../api/useCopiedAddress'
import { useUser } from '../../api/user'
import { Badge } from '../../components/feedback/Badge'
import { LoadingFailure } from '../../components/feedback/LoadingFailure'
import { announce, Notice, useAnnounced } from '../../components/feedback/Notice'
import { Skeleton } from '../../components/feedback/Skeleton'
import { SelectField } from '../../components/form/TextField'
import { focusNextHeading, PageHeading, useTitle } from '../../components/page/PageHeading'
import { useLangAttribute, useText } from '../../i18n/useText'
import { isSameLanguage, parseTag } from '../../lib/text/languages'
import { textLanguage } from '../../lib/text/textLanguage'
import { ReportProblem, type ReportSubject, reportedVersions } from '../../parts/reports/ReportProblem'
import { packetPath, patterns } from '../../paths'
import { useLanguageOfTag, usePreferredTag } from '../../session/preferredLanguage'
import { PacketActions } from './PacketActions'
import styles from './PacketPage.module.css'
import { PacketRow } from './PacketRow'
import { PacketSheet } from './PacketSheet'
import { countIn, languageChoices, type ShownItem, shownItems } from './shownItems'

export default function PacketPage() {
  const { id = '' } = useParams()
  const t = useText(messages)
  const common = useText(parts)
  const { search } = useLocation()
  const { data, error, isPending, refetch } = useQuery(packetQuery(id))
  const status = asProblem(error).status
  useCopiedAddress(status === 404)
  useAnnounced(isPending ? common('loading') : '')
  if (isPending) return <PacketSkeleton />
  if (data?.movedTo) return <Navigate to={packetPath(data.movedTo) + search} replace />
  if (data && status !== 410) {
    return (
      <>
        {error && (
          <Notice kind="info" quiet>
            {t('outdated')}
          </Notice>
        )}
        <PacketView key={data.packet.id} packet={data.packet} address={packetAddress(data.packet, id)} />
      </>
    )
  }
  if (status === 404 || status === 410) return <NoPacket isDeleted={status === 410} />
  return (
    <Failure
      isOffline={status === 0}
      onRetry={() => {
        focusNextHeading()
        void refetch()
      }}
    />
  )
}

function NoPacket({ isDeleted }: { isDeleted: boolean }) {
  const t = useText(messages)
  const heading = t(isDeleted ? 'deleted' : 'missing')
  useTitle(heading, true)
  return (
    <div className={styles.missing}>
      <PageHeading>{heading}</PageHeading>
      <p>{t(isDeleted ? 'deletedHint' : 'missingHint')}</p>
      <p>
        <Link to={patterns.home}>{t('search')}</Link>
      </p>
    </div>
  )
}

function Failure({ isOffline, onRetry }: { isOffline: boolean; onRetry: () => void }) {
  const t = useText(messages)
  const why = useText(shell)
  return (
    <LoadingFailure
      heading={t('failed')}
      problem={{
        title: why(isOffline ? 'unreachable' : 'serverError'),
        detail: why(isOffline ? 'checkConnection' : 'tryLater'),
      }}
      onRetry={onRetry}
    />
  )
}

const rows = ['first', 'second', 'third']

/** The placeholder of a packet while it loads: a title and a few rows. */
function PacketSkeleton() {
  const title = useText(messages)('loadingTitle')
  useTitle(title, true)
  return (
    <div className={styles.screen} data-testid="packet-skeleton">
      <header className={styles.head}>
        <PageHeading>
          <span className={styles.loading}>{title}</span>
        </PageHeading>
        <Skeleton width="long" />
      </header>
      <div className={styles.rows} aria-hidden="true">
        {rows.map((row) => (
          <div key={row} className={styles.row}>
            <Skeleton kind="title" width="half" />
            <Skeleton width="short" />
          </div>
        ))}
      </div>
    </div>
  )
}

interface Props {
  packet: Packet
  /** The ID in its URL. */
  address: string
}

/** A packet on screen: title, description, language, one row per handout; and its printed sheet. */
function PacketView({ packet, address }: Props) {
  const t = useText(messages)
  const { signedIn } = useUser()
  /** Stays true when the sign-in expires: an open dialog of the actions keeps its input. */
  const [isForStaff, setForStaff] = useState(signedIn)
  if (signedIn && !isForStaff) setForStaff(true)
  useTitle(packet.title)
  const [language, choose] = usePageLanguage(packet.languages)
  const items = shownItems(packet)
  const actions = <PacketActions packet={packet} address={address} items={items} language={language} />
  return (
    <article>
      <div className={styles.screen}>
        <Head packet={packet} />
        {packet.needsLook !== null && packet.needsLook > 0 && (
          <Notice kind="info" title={t('needsLook', { count: packet.needsLook })} />
        )}
        {/* Families use the handouts; staff work with the packet. */}
        {isForStaff && actions}
        {items.length > 0 && (
          <LanguageField languages={packet.languages} items={items} chosen={language} onChoose={choose} />
        )}
        {items.length === 0 ? (
          <p className={styles.empty}>{t('empty')}</p>
        ) : (
          <ol className={styles.rows}>
            {items.map((item) => (
              <PacketRow key={item.citation} item={item} language={language} />
            ))}
          </ol>
        )}
        {!isForStaff && actions}
        <ReportProblem
          subjects={reportSubjects({ title: packet.title, address }, items)}
          language={language?.tag ?? null}
        />
      </div>
      <PacketSheet packet={packet} address={address} items={items} language={language} />
    </article>
  )
}

function Head({ packet: { title, description, published, owned, editable } }: { packet: Packet }) {
  const t = useText(messages)
  const langAttribute = useLangAttribute()
  return (
    <header className={styles.head}>
      <PageHeading lang={langAttribute(textLanguage(title) ?? 'en')}>{title}</PageHeading>
      {!published && (owned || editable) && (
        <p>
          <Badge>{t('personal')}</Badge>
        </p>
      )}
      {description && (
        <p className={styles.description} dir="auto" lang={langAttribute(textLanguage(description) ?? 'en')}>
          {description}
        </p>
      )}
    </header>
  )
}

/** `address` is the ID in the packet's URL. */
function reportSubjects(
  { title, address }: { title: string; address: string },
  items: readonly ShownItem[],
): [ReportSubject, ...ReportSubject[]] {
  const versions = reportedVersions(items.flatMap(({ languages }) => languages))
  const handouts = items.map((item) => ({
    kind: 'citation' as const,
    id: item.citation,
    title: item.title,
    versions: reportedVersions(item.languages),
  }))
  return [{ kind: 'packet', id: address, title, versions }, ...handouts]
}

/** Returns the language, null for none, and a function that puts another one into the URL. */
function usePageLanguage(
  languages: readonly PacketLanguage[],
): [ChoosableLanguage | null, (tag: string | null) => void] {
  const [parameters, setParameters] = useSearchParams()
  const preferred = usePreferredTag()
  const asked = parameters.has('lang') ? parseTag(parameters.get('lang')) : preferred
  const known = languages.find(({ tag }) => tag !== null && asked !== null && isSameLanguage(asked, tag))
  const listed = useLanguageOfTag(asked)
  const language = known?.tag ? { ...known, value: known.name, tag: known.tag } : listed
  const choose = (tag: string | null) =>
    setParameters(
      (before) => {
        const next = new URLSearchParams(before)
        next.set('lang', tag ?? '')
        return next
      },
      { replace: true },
    )
  return [language, choose]
}

interface LanguageFieldProps {
  languages: readonly PacketLanguage[]
  items: readonly ShownItem[]
  /** The language of the page; null for none. */
  chosen: ChoosableLanguage | null
  onChoose: (tag: string | null) => void
}

/** Chooses the language in which the handouts of a packet are offered first. */
function LanguageField({ languages, items, chosen, onChoose }: LanguageFieldProps) {
  const t = useText(messages)
  const choices = languageChoices(languages, items, chosen)
  const choose = (tag: string) => {
    onChoose(tag === '' ? null : tag)
    const choice = choices.find((one) => one.tag === tag)
    if (choice) {
      announce(t('shownIn', { count: items.length, available: countIn(items, tag), language: choice.name }))
    }
  }
  return (
    <div className={styles.language}>
      <SelectField
        id="packet-language"
        label={t('language')}
        value={chosen?.tag ?? ''}
        lang={chosen?.tag}
        onValue={choose}
      >
        <option value="">{t('chooseLanguage')}</option>
        {choices.map(({ tag, name, count }) => (
          <option key={tag} value={tag} lang={tag}>
            {t('languageCount', { name, count, total: items.length })}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
