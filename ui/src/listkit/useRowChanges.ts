// What was done with the rows of a list since it was loaded: they stay in place, show their new state, and can be undone.
import { useState } from 'react'
import { asProblem } from '../api/problem'
import { useSingleMutation } from '../api/useSingleMutation'
import { announce } from '../components/feedback/Notice'

/** What was done with a row; `done` is undefined where nothing has been done, and set while it is being undone. */
export type RowState<Done> =
  | { is: 'done'; done: Done }
  | { is: 'busy'; done: Done | undefined }
  | { is: 'failed'; message: string; done: Done | undefined }

export type RowStates<Done> = ReadonlyMap<string, RowState<Done>>

interface Row {
  title: string
}

interface Options<Entry extends Row, Input, Done> {
  keyOf: (row: Entry) => string
  /** Changes a row as the list shows it, or as its undo has left it. */
  change: (row: Entry, input: Input, etag: string) => Promise<Done>
  etagOf: (row: Entry) => string
  /** Returns the entity tag of the restored row. */
  undo: (row: Entry, done: Done) => Promise<string>
  /** What is announced after a change and after its undo. */
  changed: (row: Entry, done: Done) => string
  undone: (row: Entry) => string
  /** What the row shows after a failure. */
  notChanged: (problemText: string) => string
  notUndone: (problemText: string) => string
  /** Loads again what a change affects; the list itself stays. */
  refresh: () => unknown
}

/** The message of an error; for a conflict, only the detail. */
function problemText(error: unknown): string {
  const { status, detail, text } = asProblem(error)
  return status === 412 && detail !== '' ? detail : text
}

export function useRowChanges<Entry extends Row, Input, Done>(options: Options<Entry, Input, Done>) {
  const { keyOf, refresh } = options
  const [states, setStates] = useState<RowStates<Done>>(new Map())
  /** The entity tags of rows after an undo; those of the others are in the list. */
  const [etags, setEtags] = useState<ReadonlyMap<string, string>>(new Map())
  const etagOf = (row: Entry) => etags.get(keyOf(row)) ?? options.etagOf(row)
  const set = (key: string, state: RowState<Done> | undefined) =>
    setStates((before) => new Map([...before].filter(([other]) => other !== key).concat(state ? [[key, state]] : [])))
  const fail = (row: Entry, message: string, done?: Done) => set(keyOf(row), { is: 'failed', message, done })

  const changing = useSingleMutation({
    mutationFn: ({ row, input }: { row: Entry; input: Input }) => options.change(row, input, etagOf(row)),
    onMutate: ({ row }) => set(keyOf(row), { is: 'busy', done: undefined }),
    onSuccess: (done, { row }) => {
      set(keyOf(row), { is: 'done', done })
      announce(options.changed(row, done))
    },
    onError: (error, { row }) => fail(row, options.notChanged(problemText(error))),
    onSettled: () => void refresh(),
  })
  const undoing = useSingleMutation({
    mutationFn: ({ row, done }: { row: Entry; done: Done }) => options.undo(row, done),
    onMutate: ({ row, done }) => set(keyOf(row), { is: 'busy', done }),
    onSuccess: (etag, { row }) => {
      set(keyOf(row), undefined)
      setEtags((before) => new Map(before).set(keyOf(row), etag))
      announce(options.undone(row))
    },
    onError: (error, { row, done }) => fail(row, options.notUndone(problemText(error)), done),
    onSettled: () => void refresh(),
  })
  return {
    states,
    etagOf,
    change: (row: Entry, input: Input) => changing.mutate({ row, input }),
    undo: (row: Entry) => {
      const done = states.get(keyOf(row))?.done
      if (done !== undefined) undoing.mutate({ row, done })
    },
    /** Marks rows that were changed elsewhere, by their keys. */
    markDone: (keys: readonly string[], done: Done) => {
      for (const key of keys) set(key, { is: 'done', done })
      void refresh()
    },
    /** Whether one of these rows, by default any, no longer shows what the server has. */
    isOutdated: (rows?: readonly Entry[]) =>
      [...states].some(
        ([key, { is, done }]) =>
          (is !== 'busy' || done !== undefined) && (!rows || rows.some((row) => keyOf(row) === key)),
      ),
    /** Forgets everything when the list is loaded again. */
    clear: () => {
      setStates(new Map())
      setEtags(new Map())
    },
  }
}
