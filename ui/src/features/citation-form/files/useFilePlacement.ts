// Where chosen files go: to the row on which they were dropped, to the row that their names say, or to the one that the person
// decides.
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { UseFieldArrayReturn, UseFormReturn } from 'react-hook-form'
import { useLanguages } from '../../../api/languages'
import { emptyRow, type FormValues } from '../formValues'
import { type ChosenFile, useDroppedFiles } from './chosenFiles'
import { placeFiles } from './placeFiles'
import type { DecidedFile, UndecidedFile } from './UndecidedDialog'
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
