// Chooses the language in which the handouts of a packet are offered first.
import messages from 'messages:en/packet'
import type { ChoosableLanguage } from '../../api/languages'
import type { PacketLanguage } from '../../api/packets'
import { announce } from '../../components/feedback/StatusLine'
import { SelectField } from '../../components/form/TextField'
import { useText } from '../../i18n/useText'
import styles from './PacketPage.module.css'
import { countIn, languageChoices, type ShownItem } from './shownItems'

interface Props {
  languages: readonly PacketLanguage[]
  items: readonly ShownItem[]
  /** The language of the page; null for none. */
  chosen: ChoosableLanguage | null
  onChoose: (tag: string | null) => void
}

export function LanguageField({ languages, items, chosen, onChoose }: Props) {
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
        onChange={(event) => choose(event.target.value)}
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
