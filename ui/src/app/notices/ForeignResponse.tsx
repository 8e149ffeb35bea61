// Shown when something else than the catalogue answers its calls, such as the sign-in page of a proxy. The calls wait meanwhile.
import parts from 'messages:en/parts'
import shell from 'messages:en/shell'
import { Button, buttonClass } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import { useText } from '../../i18n/useText'
import { continueCalls, useInterruptedCalls } from '../../lib/page/interruptedCalls'
import { patterns } from '../../paths'
import styles from './ForeignResponse.module.css'

interface Props {
  /** A dialog covers the page, and shows the notice in its content. */
  inDialog?: boolean
}

export function ForeignResponse({ inDialog = false }: Props) {
  const t = useText(shell)
  const tryAgain = useText(parts)('tryAgain')
  const isInterrupted = useInterruptedCalls(({ waiting }) => waiting.length > 0)
  if (!isInterrupted) return null
  return (
    <div className={inDialog ? undefined : styles.place} data-interrupted>
      <Notice
        kind="error"
        title={t('notOurs')}
        actions={
          <>
            {/* The home page: this page, with its draft if it has one, must not be open twice. */}
            <a
              href={patterns.home}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonClass()}
              data-variant="primary"
            >
              <span>{t('signInElsewhere')}</span>
            </a>
            <Button onClick={() => continueCalls(true)}>{tryAgain}</Button>
          </>
        }
        onDismiss={() => continueCalls(false)}
      >
        {t('notOursHint')}
      </Notice>
    </div>
  )
}
