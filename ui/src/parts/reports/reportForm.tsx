// What the report dialogs share: their values, and why a report was not sent.

import messages from 'messages:en/report'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import type { Problem } from '../../api/problem'
import { maxReportText, type NewReport, type ReportKind } from '../../api/reports'
import { IntoView, Notice } from '../../components/feedback/Notice'
import { useText } from '../../i18n/useText'
import { isSameLanguage } from '../../lib/text/languages'
import type { ReportedVersion, ReportSubject } from './ReportProblem'

/** The form of a problem report: its values, and what is sent. */
export interface ReportValues {
  /** The ID of the subject. */
  about: string
  kind: ReportKind | ''
  /** The language value; empty for none. */
  lang: string
  text: string
  email: string
}

/** The language to preselect: the preferred one, else the only one, else none. */
export function defaultVersion(versions: readonly ReportedVersion[], preferred: string | null): string {
  const [first] = versions
  if (versions.length === 1 && first) return first.lang
  return versions.find(({ tag }) => tag !== null && preferred !== null && isSameLanguage(preferred, tag))?.lang ?? ''
}

/** The subject of a report; the first one unless another is chosen. */
export const subjectOf = (subjects: readonly [ReportSubject, ...ReportSubject[]], { about }: { about: string }) =>
  subjects.find(({ id }) => id === about) ?? subjects[0]

/** A report as it is sent. */
export function toReport(subject: ReportSubject, { kind, lang, text, email }: ReportValues): NewReport {
  return {
    [subject.kind]: subject.id,
    lang: subject.versions.some((version) => version.lang === lang) ? lang : null,
    kind: kind || 'other',
    text: text.trim() || null,
    email: email.trim() || null,
  }
}

/** The error of a text, as the key of its message. */
export function textError(
  text: string,
  kind: ReportValues['kind'] | 'format',
): 'textRequired' | 'textTooLong' | undefined {
  const { length } = [...text.trim()]
  if (length === 0) return kind === 'other' ? 'textRequired' : undefined
  return length > maxReportText ? 'textTooLong' : undefined
}

/** Only what cannot be an address is rejected here; the server decides about the rest. */
export const isEmail = (email: string) => email.trim() === '' || /^[^\s@]+@[^\s@]+$/.test(email.trim())

/** What to do after a failure with this status. */
function hintKey(status: number) {
  if (status === 0) return 'checkConnection'
  if (status === 404) return 'gone'
  if (status === 429) return 'tooMany'
  return 'tryLater'
}

/** Why a report was not sent, and what to do. A replica links to the same page of its primary. */
export function ReportFailure({ problem: { status, primary, fieldErrors } }: { problem: Problem }) {
  const t = useText(messages)
  const { pathname, search } = useLocation()
  const has = (...names: string[]) => fieldErrors.some(({ field }) => names.includes(field))
  const isMissing = has('citation', 'packet')
  const link = (content: ReactNode) => <a href={new URL(pathname + search, String(primary)).href}>{content}</a>
  return (
    <IntoView>
      <Notice kind="error" title={t('notSent')}>
        {primary
          ? t.rich('onPrimary', { primary: link })
          : t(isMissing ? 'gone' : has('text', 'email') ? 'checkFields' : hintKey(status))}
      </Notice>
    </IntoView>
  )
}
