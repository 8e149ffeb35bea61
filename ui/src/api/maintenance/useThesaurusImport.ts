// Imports a file of synonyms or labels: validated when it is selected, written after confirmation.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import { asProblem } from '../problem'
import { useSingleMutation } from '../useSingleMutation'
import { reloadThesaurus, type ThesaurusImportReport } from './thesaurus'

export function useThesaurusImport(send: (file: File, dryRun: boolean) => Promise<ThesaurusImportReport>) {
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const check = useMutation({ mutationFn: (chosen: File) => send(chosen, true) })
  const write = useSingleMutation({
    mutationFn: (chosen: File) => send(chosen, false),
    onSuccess: () => void reloadThesaurus(client),
  })
  const failed = write.error ?? check.error
  const report = write.data ?? check.data
  return {
    /** Validates the file selected in an input. */
    choose: (event: ChangeEvent<HTMLInputElement>) => {
      const chosen = event.target.files?.[0] ?? null
      setFile(chosen)
      check.reset()
      write.reset()
      if (chosen) check.mutate(chosen)
    },
    write: () => file && write.mutate(file),
    isWriting: write.isPending,
    problem: failed ? asProblem(failed) : undefined,
    report: report && { ...report, errors: report.faults },
  }
}
