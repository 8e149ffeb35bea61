// Stores what a link of the saved citation serves; the link becomes a stored file.
import t from 'messages:staff/files'
import { asProblem } from '../../../api/problem'
import { useSingleMutation } from '../../../api/useSingleMutation'
import { Button } from '../../../components/buttons/Button'
import { Notice } from '../../../components/feedback/Notice'
import { announce } from '../../../components/feedback/StatusLine'
import { VisuallyHidden } from '../../../components/page/VisuallyHidden'
import { rowId } from '../validation'
import styles from './FileField.module.css'

interface Props {
  url: string
  n: number
  rowSuffix: string
  /** Resolves when the form shows the stored file. */
  onStore: (url: string) => Promise<void>
}

export function StoreHere({ url, n, rowSuffix, onStore }: Props) {
  const storing = useSingleMutation({
    mutationFn: onStore,
    onSuccess: () => {
      announce(t('storedHere'))
      // The pressed button is gone; the person may have moved on meanwhile.
      if (document.activeElement === document.body)
        document.getElementById(rowId(n, 'file'))?.focus({ preventScroll: true })
    },
  })
  return (
    <>
      <Button size="small" variant="quiet" busy={storing.isPending} onClick={() => storing.mutate(url)}>
        {storing.isPending ? t('storingHere') : t('storeHere')}
        <VisuallyHidden>{rowSuffix}</VisuallyHidden>
      </Button>
      {storing.isError && asProblem(storing.error).status !== 412 && (
        <div className={styles.wide}>
          <Notice kind="error" title={t('linkNotStored')}>
            {asProblem(storing.error).text}
          </Notice>
        </div>
      )}
    </>
  )
}
