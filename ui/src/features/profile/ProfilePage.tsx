// The claims of the identity provider about the person, and their access token.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { asProblem } from '../../api/problem'
import { profileQuery } from '../../api/user'
import { Button } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import { announce } from '../../components/feedback/StatusLine'
import { Table } from '../../components/list/Table'
import layout from '../../components/page/Page.module.css'
import { PageHeading } from '../../components/page/PageHeading'
import { copyText } from '../../lib/clipboard'
import { useTitle } from '../../lib/useTitle'
import styles from './ProfilePage.module.css'

/** Formats a claim: texts unchanged, everything else as JSON. */
const formatClaim = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

const COPIED_DURATION_MS = 3_000

export default function ProfilePage() {
  useTitle('My User Profile')
  const { data, isPending, error, refetch } = useQuery(profileQuery)
  return (
    <div className={`${layout.page} ${styles.page}`}>
      <PageHeading>My User Profile (ID Token Claims)</PageHeading>
      <p className={styles.words}>
        You signed in with the hospital's single sign-on, using the authorization code flow with PKCE: your browser was
        sent to the sign-in service, came back with a code, and the server exchanged the code for tokens. The table
        below holds the claims that the sign-in service gave about you.
      </p>
      {isPending && <p role="status">Fetching user profile...</p>}
      {error && (
        <Notice
          kind="error"
          title="Your profile could not be loaded."
          actions={<Button onClick={() => refetch()}>Try again</Button>}
        >
          {asProblem(error).detail}
        </Notice>
      )}
      {data && (
        <>
          <section aria-labelledby="token" className={styles.section}>
            <h2 id="token">Access token</h2>
            <pre className={styles.token}>{data.accessToken}</pre>
            <CopyButton text={data.accessToken} />
          </section>
          <section aria-labelledby="claims" className={styles.section}>
            <h2 id="claims">Claims</h2>
            <Table caption="Claims about you">
              <thead>
                <tr>
                  <th scope="col">Claim</th>
                  <th scope="col">Value</th>
                </tr>
              </thead>
              <tbody>
                {Object.entries(data.claims).map(([claim, value]) => (
                  <tr key={claim}>
                    <th scope="row">{claim}</th>
                    <td className={styles.value}>{formatClaim(value)}</td>
                  </tr>
                ))}
              </tbody>
            </Table>
          </section>
        </>
      )}
    </div>
  )
}

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
        announce('Copied.')
      },
      (error: unknown) => {
        console.error('Copying failed:', error)
        setFailed(true)
      },
    )
  return (
    <div className={styles.copy}>
      <Button onClick={copy}>{copied ? 'Copied' : 'Copy'}</Button>
      {failed && <p>The browser did not allow copying. Select the token and copy it yourself.</p>}
    </div>
  )
}
