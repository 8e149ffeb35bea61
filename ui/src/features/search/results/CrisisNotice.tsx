// Telephone lines above the results of a search that may come from someone in danger.
import messages from 'messages:en/crisis'
import MessageSquare from 'lucide-react/icons/message-square'
import Phone from 'lucide-react/icons/phone'
import { useId } from 'react'
import type { CrisisNotice as Notice } from '../../../api/catalogue/search'
import { buttonClass } from '../../../components/buttons/Button'
import type { TextOf } from '../../../i18n/section'
import { useLangAttribute, useLocale, useText } from '../../../i18n/useText'
import { displayName } from '../../../lib/text/displayName'
import styles from './CrisisNotice.module.css'

type Text = TextOf<typeof messages>

const emergency = { title: 'emergencyTitle', text: 'emergencyText' } as const
const poison = { title: 'poisonTitle', text: 'poisonText' } as const
const suicide = { title: 'suicideTitle', text: 'suicideText' } as const
const harm = { title: 'harmTitle', text: 'harmText' } as const

const textKeys = {
  emergency,
  overdose: poison,
  poisoning: poison,
  suicide,
  'self-harm': suicide,
  'sexual-assault': harm,
  'child-abuse': harm,
  'domestic-violence': harm,
  trafficking: harm,
} as const

/** The announcement of a notice for screen readers: its title and the first line. */
export function crisisAnnouncement(t: Text, notice: Notice | undefined): string {
  const line = notice?.lines[0]
  if (notice === undefined || line === undefined) return ''
  return `${t(textKeys[notice.category].title)} ${line.name}: ${label(t, parseContact(line.contact))}.`
}

/** The label of a line's link. */
function label(t: Text, contact: Contact): string {
  if (contact.kind === 'call') return t('call', { number: contact.number })
  return contact.kind === 'text' ? t('text', { word: contact.word, number: contact.number }) : contact.text
}

export function CrisisNotice({ notice }: { notice: Notice }) {
  const t = useText(messages)
  const id = useId()
  const words = textKeys[notice.category]
  return (
    <section aria-labelledby={id} className={styles.notice}>
      <h2 id={id} className={styles.title}>
        {t(words.title)}
      </h2>
      <p>{t(words.text)}</p>
      <ul className={styles.lines}>
        {notice.lines.map((line) => (
          <Line key={`${line.name} ${line.contact}`} line={line} />
        ))}
      </ul>
    </section>
  )
}

function Line({ line }: { line: Notice['lines'][number] }) {
  const t = useText(messages)
  const langAttribute = useLangAttribute()
  const locale = useLocale()
  const contact = parseContact(line.contact)
  const isEmergency = line.contact === emergencyNumber
  const names = new Intl.DisplayNames(locale, { type: 'language' })
  const languages = (line.languages ?? []).map((code) =>
    code === 'interpreter' ? t('interpreters') : displayName(names, code),
  )
  const hours = line.hours === '24/7' ? t('always') : (line.hours ?? '')
  const details = [languages.join(', '), hours].filter(Boolean).join(' · ')
  const Icon = contact.kind === 'text' ? MessageSquare : Phone
  return (
    <li className={styles.line}>
      {contact.kind === 'other' ? (
        <bdi className={styles.contact}>{contact.text}</bdi>
      ) : (
        <a href={contact.href} className={buttonClass(styles.contact)} data-variant="primary">
          <Icon aria-hidden />
          <span>{label(t, contact)}</span>
        </a>
      )}
      <p>
        <span className={styles.name} lang={isEmergency ? undefined : langAttribute('en')}>
          {isEmergency ? t('emergencyServices') : line.name}
        </span>
        {details && <span className={styles.details}>{details}</span>}
      </p>
    </li>
  )
}

/** The number whose line has a translated name in every screen language. */
const emergencyNumber = '911'

type Contact =
  | { kind: 'call'; number: string; href: string }
  | { kind: 'text'; word: string; number: string; href: string }
  | { kind: 'other'; text: string }

const digitsOf = (number: string) => number.replace(/[^\d+*#]/g, '')

/** Parses a contact such as '988', '1-800-222-1222' or 'text HOME to 741741'. */
export function parseContact(contact: string): Contact {
  const [, word, code] = /^text (\S+) to (\+?[\d ()-]+)$/i.exec(contact.trim()) ?? []
  if (word !== undefined && code !== undefined) {
    // Both separators, because phone systems differ in which one they accept.
    return { kind: 'text', word, number: code, href: `sms:${digitsOf(code)}?&body=${encodeURIComponent(word)}` }
  }
  const isNumber = /^\+?[\d ().*#/-]+$/.test(contact.trim()) && /\d{2}/.test(contact)
  return isNumber
    ? { kind: 'call', number: contact.trim(), href: `tel:${digitsOf(contact)}` }
    : { kind: 'other', text: contact.trim() }
}
