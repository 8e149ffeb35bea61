// The claims of the identity provider about the person, and their access token.
import t from 'messages:staff/profile'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { asProblem } from '../../api/problem'
import { profileQuery } from '../../api/user'
import { Button } from '../../components/buttons/Button'
import { announce, Notice } from '../../components/feedback/Notice'
import layout from '../../components/page/Page.module.css'
import { PageHeading, useTitle } from '../../components/page/PageHeading'
import { copyText } from '../../lib/clipboard'
import { ListTable } from '../../listkit/ListTable'
import { signOutPath } from '../../paths'
import { announceSignOut } from '../../session/person/signOut'
import styles from './ProfilePage.module.css'

/** Formats a claim: texts unchanged, everything else as JSON. */
const formatClaim = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

const COPIED_DURATION_MS = 3_000

export default function ProfilePage() {
  useTitle(t('myUserProfile'))
  const { data, isPending, error, refetch } = useQuery(profileQuery)
  return (
    <div className={`${layout.page} ${styles.page}`}>
      <PageHeading>{t('heading')}</PageHeading>
      <p className={styles.words}>{t('introduction')}</p>
      {isPending && <p role="status">{t('fetchingUserProfile')}</p>}
      {error && (
        <Notice kind="error" title={t('yourProfileNotLoaded')} onRetry={refetch}>
          {asProblem(error).detail}
        </Notice>
      )}
      {data && (
        <>
          <section aria-labelledby="token" className={styles.section}>
            <h2 id="token">{t('accessToken')}</h2>
            <pre className={styles.token}>{data.accessToken}</pre>
            <CopyButton text={data.accessToken} />
          </section>
          <section aria-labelledby="claims" className={styles.section}>
            <h2 id="claims">{t('claims')}</h2>
            {data.groupsProblem === 'leftOut' && (
              <Notice kind="info" title={t('groupsLeftOut')}>
                {t('groupsLeftOutHint')}
              </Notice>
            )}
            {data.groupsProblem === 'unreadable' && (
              <Notice kind="info" title={t('groupsUnreadable')}>
                {t('groupsUnreadableHint')}
              </Notice>
            )}
            <ListTable
              caption={t('claimsAboutYou')}
              rows={Object.entries(data.claims)}
              rowKey={([claim]) => claim}
              columns={[
                { header: t('claim'), is: 'rowHeader', cell: ([claim]) => claim },
                { header: t('value'), className: styles.value, cell: ([, value]) => formatClaim(value) },
              ]}
            />
          </section>
        </>
      )}
      <SignOutEverywhere />
    </div>
  )
}

/** Ends every sign-in of the person, by a form that the browser submits, as the sign-out does. */
const SignOutEverywhere = () => (
  <section aria-labelledby="everywhere" className={styles.section}>
    <h2 id="everywhere">{t('signOutEverywhere')}</h2>
    <p className={styles.words}>{t('signOutEverywhereHint')}</p>
    <form method="post" action={`${signOutPath}?everywhere=true`} onSubmit={announceSignOut}>
      <Button type="submit">{t('signOutEverywhere')}</Button>
    </form>
  </section>
)

function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false)
  const [failed, setFailed] = useState(false)
  // External system: a timer, which resets the label.
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), COPIED_DURATION_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () =>
    copyText(text).then(
      () => {
        setFailed(false)
        setCopied(true)
        announce(t('copiedAnnouncement'))
      },
      (error: unknown) => {
        console.error('Copying failed:', error)
        setFailed(true)
      },
    )
  return (
    <div className={styles.copy}>
      <Button onClick={copy}>{copied ? t('copied') : t('copy')}</Button>
      {failed && <p>{t('copyingRefused')}</p>}
    </div>
  )
}
