// Asks for the rows of files whose names do not decide them.
import t from 'messages:staff/files'
import { useState } from 'react'
import { type FieldError, useForm } from 'react-hook-form'
import { SelectField } from '../../../components/form/TextField'
import { FormDialog } from '../../../formkit/FormDialog'
import { sameValue } from '../../../lib/text/sameValue'
import type { LanguageRow } from '../formValues'
import type { ChosenFile } from './chosenFiles'
import styles from './UndecidedDialog.module.css'

/** A file whose name does not decide its row. */
export interface UndecidedFile {
  chosen: ChosenFile
  /** The languages in its name that no row has. */
  missing: readonly string[]
}

/** What the person decided: an existing row, or a new one for a language. */
export interface DecidedFile {
  chosen: ChosenFile
  to: { row: number } | { lang: string }
}

interface Props {
  files: readonly UndecidedFile[]
  /** The number of files that were dropped with them and have their rows. */
  decided: number
  rows: readonly LanguageRow[]
  /** The language values of the catalogue. */
  languages: readonly string[]
  onUse: (decided: DecidedFile[]) => void
  onClosed: () => void
}

const none = 'none'
const added = 'add:'

export function UndecidedDialog({ files, decided, rows, languages, onUse, onClosed }: Props) {
  const [open, setOpen] = useState(true)
  const form = useForm({ defaultValues: { choices: files.map(({ missing }) => initialChoice(missing)) } })
  const errors = form.formState.errors.choices as (FieldError | undefined)[] | undefined
  const close = () => setOpen(false)
  const withoutRow = languages.filter((value) => !rows.some(({ lang }) => sameValue(lang, value)))
  const use = ({ choices }: { choices: string[] }) => {
    close()
    onUse(
      files.flatMap(({ chosen }, n) => {
        const choice = choices[n] ?? none
        if (choice === none) return []
        return [
          { chosen, to: choice.startsWith(added) ? { lang: choice.slice(added.length) } : { row: Number(choice) } },
        ]
      }),
    )
  }
  const check = (name: string) => (choice: string) => {
    if (choice === '') return t('chooseRow', { name })
    const isTwice = choice !== none && form.getValues('choices').filter((other) => other === choice).length > 1
    return !isTwice || t('rowTaken')
  }
  return (
    <FormDialog
      open={open}
      onClose={close}
      onClosed={onClosed}
      title={t('undecidedTitle')}
      cancel={t('cancel')}
      submit={t('useFiles')}
      form={form}
      className={styles.files}
      onSubmit={use}
    >
      <p>
        {t('undecidedHint', { count: files.length })} {t('decided', { count: decided })}
      </p>
      {files.map(({ chosen: { file }, missing }, n) => (
        <SelectField
          // Files have no identity and never move.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={n}
          {...form.register(`choices.${n}`, { validate: check(file.name) })}
          label={<bdi>{file.name}</bdi>}
          error={errors?.[n]?.message}
        >
          <option value="">{t('choose')}</option>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the value of the option
            <option key={at} value={at}>
              {rowOption(row, at)}
            </option>
          ))}
          {missing.map(addedOption)}
          <option value={none}>{t('doNotUse')}</option>
          {withoutRow.length > missing.length && (
            <optgroup label={t('addRowGroup')}>
              {withoutRow.filter((lang) => !missing.includes(lang)).map(addedOption)}
            </optgroup>
          )}
        </SelectField>
      ))}
    </FormDialog>
  )
}

/** The new row for the only language in the name; the person still confirms it. */
const initialChoice = (missing: readonly string[]) => (missing.length === 1 ? `${added}${missing[0]}` : '')

const addedOption = (lang: string) => (
  <option key={lang} value={`${added}${lang}`}>
    {t('addRow', { lang })}
  </option>
)

function rowOption({ lang, ksbgNumber }: LanguageRow, at: number): string {
  const facts = { n: at + 1, lang: lang || t('noLanguage') }
  return ksbgNumber ? t('rowOptionWithNumber', { ...facts, number: ksbgNumber }) : t('rowOption', facts)
}
