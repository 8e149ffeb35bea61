// Where chosen files go: to the row on which they were dropped, to the row that their names say, or to the one that the person
// decides.

import t from 'messages:staff/files'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { type FieldError, type UseFieldArrayReturn, type UseFormReturn, useForm } from 'react-hook-form'
import { useLanguages } from '../../../api/languages'
import { SelectField } from '../../../components/form/TextField'
import { FormDialog } from '../../../formkit/FormDialog'
import { sameValue } from '../../../lib/text/sameValue'
import { emptyRow, type FormValues, type LanguageRow } from '../formValues'
import { type ChosenFile, placeFiles, useDroppedFiles } from './placeFiles'
import styles from './UndecidedDialog.module.css'
import type { RowFiles } from './useRowFiles'

interface Options {
  form: UseFormReturn<FormValues>
  rows: UseFieldArrayReturn<FormValues, 'languages'>
  files: RowFiles
}

/** Files that are left to the person. */
interface Undecided {
  files: UndecidedFile[]
  /** The number of files that were dropped with them and have their rows. */
  decided: number
}

/**
 * Where chosen files go: to the row on which they were dropped, to the row that their names say, or to the one that the person
 * decides.
 */
export function useFilePlacement({ form, rows, files }: Options) {
  const { all } = useLanguages()
  const [undecided, setUndecided] = useState<Undecided | null>(null)
  const place = (chosen: ChosenFile[], row: number | null) => {
    const [single] = chosen
    if (row !== null && single && chosen.length === 1) {
      files.choose(row, single)
      return
    }
    const placements = placeFiles(
      chosen.map(({ file }) => file.name),
      form.getValues('languages'),
      all,
    )
    const left: UndecidedFile[] = []
    chosen.forEach((one, n) => {
      const placement = placements[n]
      if (placement?.row != null) files.choose(placement.row, one)
      else left.push({ chosen: one, missing: placement?.missing ?? [] })
    })
    if (left.length > 0) setUndecided({ files: left, decided: chosen.length - left.length })
  }
  const over = useDroppedFiles(place)
  return {
    /** The row that files are being dragged over, `page` elsewhere; null while nothing is dragged. */
    over,
    undecided: undecided && { ...undecided, languages: all.map(({ value }) => value) },
    closeUndecided: () => setUndecided(null),
    placeDecided: (decided: DecidedFile[]) => {
      for (const { chosen, to } of decided) {
        if ('row' in to) {
          files.choose(to.row, chosen)
          continue
        }
        const added = form.getValues('languages').length
        flushSync(() => rows.append({ ...emptyRow, lang: to.lang }, { shouldFocus: false }))
        files.choose(added, chosen)
      }
    },
  }
}

/** A file whose name does not decide its row. */
interface UndecidedFile {
  chosen: ChosenFile
  /** The languages in its name that no row has. */
  missing: readonly string[]
}

/** What the person decided: an existing row, or a new one for a language. */
interface DecidedFile {
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

/** Asks for the rows of files whose names do not decide them. */
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
