// The handouts of a packet as they will be ordered, and those that the copy center does not print.
import messages from 'messages:en/packetOrder'
import type { ChoosableLanguage } from '../../api/languages'
import { SelectField } from '../../components/form/TextField'
import { VisuallyHidden } from '../../components/page/VisuallyHidden'
import { useText } from '../../i18n/useText'
import { OwnName, useLanguageName } from '../../parts/language/LanguageName'
import styles from './OrderAllDialog.module.css'
import type { OrderChoice } from './orderLines'
import type { ShownItem } from './shownItems'

interface Props {
  choices: readonly OrderChoice[]
  /** The handouts that cannot be ordered. */
  others: readonly ShownItem[]
  language: ChoosableLanguage | null
  /** Receives a language value; empty to leave the handout out. */
  onChoose: (citation: string, lang: string) => void
}

export function OrderChoices({ choices, others, language, onChoose }: Props) {
  const t = useText(messages)
  return (
    <>
      <ul className={styles.choices}>
        {choices.map((choice) => (
          <li key={choice.item.citation}>
            <p className={styles.title} dir="auto">
              {choice.item.title}
            </p>
            {choice.isOpen ? (
              <VersionField choice={choice} language={language} onChoose={onChoose} />
            ) : (
              choice.version && (
                <p className={styles.muted}>
                  {t.rich('inLanguage', { name: () => <Name version={choice.version} /> })}
                </p>
              )
            )}
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <section aria-labelledby="not-orderable" className={styles.others}>
          <h3 id="not-orderable">{t('notOrderable')}</h3>
          <ul>
            {others.map(({ citation, title }) => (
              <li key={citation} dir="auto">
                {title}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

const Name = ({ version }: { version: OrderChoice['version'] }) => version && <OwnName language={version} />

interface FieldProps extends Pick<Props, 'language' | 'onChoose'> {
  choice: OrderChoice
}

/** Chooses the version of a handout that is not available in the page's language. */
function VersionField({ choice: { item, version }, language, onChoose }: FieldProps) {
  const t = useText(messages)
  const nameOf = useLanguageName()
  const label = t('languageOf', { title: item.title })
  return (
    <SelectField
      label={<VisuallyHidden>{label}</VisuallyHidden>}
      hint={language && t.rich('choose', { name: () => <OwnName language={language} /> })}
      value={version?.lang ?? ''}
      onChange={(event) => onChoose(item.citation, event.target.value)}
    >
      {[...new Set(item.languages.map(({ lang }) => lang))].map((lang) => (
        <option key={lang} value={lang}>
          {nameOf(lang)}
        </option>
      ))}
      <option value="">{t('leaveOut')}</option>
    </SelectField>
  )
}
