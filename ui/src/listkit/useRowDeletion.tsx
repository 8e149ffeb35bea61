// The deletion of a row of a list: a dialog asks for confirmation first, and a notice shows a failure.
import t from 'messages:staff/controls'
import { type RefObject, useRef, useState } from 'react'
import { asProblem } from '../api/problem'
import { useSingleMutation } from '../api/useSingleMutation'
import { Button } from '../components/buttons/Button'
import { Notice } from '../components/feedback/Notice'
import { announce } from '../components/feedback/StatusLine'
import { Dialog } from '../components/page/Dialog'

interface Options<Row> {
  remove: (row: Row) => Promise<unknown>
  /** Loads the list again. */
  reload: () => Promise<unknown>
  nameOf: (row: Row) => string
  /** The title of the dialog, and its question. */
  title: string
  question: string
  /** The title of the notice. */
  failure: string
  /** Gets the focus after a deletion, because the row disappears with its button. */
  focusAfter: RefObject<HTMLElement | null>
}

export function useRowDeletion<Row>({ remove, reload, nameOf, focusAfter, ...texts }: Options<Row>) {
  /** The row that the dialog asks about; null while it is closed. */
  const [row, setRow] = useState<Row | null>(null)
  const isConfirmed = useRef(false)
  const deletion = useSingleMutation({
    mutationFn: remove,
    onSuccess: (_, deleted: Row) => announce(t('nameDeleted', { name: nameOf(deleted) })),
    onSettled: reload,
  })
  const close = () => setRow(null)
  return {
    ask: (asked: Row) => {
      isConfirmed.current = false
      setRow(asked)
    },
    failure: deletion.isError && (
      <Notice kind="error" title={texts.failure} onDismiss={() => deletion.reset()}>
        {asProblem(deletion.error).detail || t('pleaseTryAgain')}
      </Notice>
    ),
    dialog: (
      <Dialog
        open={row !== null}
        onClose={close}
        focusAfter={() => (isConfirmed.current ? focusAfter.current : null)}
        role="alertdialog"
        title={texts.title}
        footer={
          <>
            <Button onClick={close}>{t('cancel')}</Button>
            <Button
              variant="danger"
              onClick={() => {
                isConfirmed.current = true
                if (row !== null) deletion.mutate(row)
                close()
              }}
            >
              {t('delete')}
            </Button>
          </>
        }
      >
        <p>{texts.question}</p>
        {row !== null && (
          <p>
            <strong dir="auto">{nameOf(row)}</strong>
          </p>
        )}
      </Dialog>
    ),
  }
}
