// A file of synonyms or terms: checked as soon as it is chosen, written when somebody says so.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import { asProblem } from './problem'
import { type WordImportReport, wordsKey } from './words'

export function useWordImport(send: (file: File, dryRun: boolean) => Promise<WordImportReport>) {
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const check = useMutation({ mutationFn: (chosen: File) => send(chosen, true) })
  const write = useMutation({
    mutationFn: (chosen: File) => send(chosen, false),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: wordsKey })
      void client.invalidateQueries({ queryKey: ['search'] })
    },
  })
  const failed = write.error ?? check.error
  return {
    /** Takes the file of an input and checks it. */
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
    report: write.data ?? check.data,
  }
}
