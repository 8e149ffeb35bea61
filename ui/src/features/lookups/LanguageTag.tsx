// The tag and own name of a language value, and a dialog to edit the tag.
import messages from 'messages:staff/lookups'
import { useQueryClient } from '@tanstack/react-query'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useForm } from 'react-hook-form'
import { languagesQuery, setLanguageTag, useLanguages } from '../../api/languages'
import { asProblem } from '../../api/problem'
import { useSingleMutation } from '../../api/useSingleMutation'
import { Button } from '../../components/buttons/Button'
import { announce } from '../../components/feedback/StatusLine'
import { TextField } from '../../components/form/TextField'
import { Dialog } from '../../components/page/Dialog'
import { DialogButton } from '../../components/page/DialogButton'
import { FormShell } from '../../formkit/FormShell'
import { staffText } from '../../i18n/staffText'
import { OwnName } from '../../parts/language/LanguageName'
import styles from './LookupsPage.module.css'

const t = staffText(messages)

export function LanguageTag({ value }: { value: string }) {
  const language = useLanguages().byValue(value)
  return (
    <div className={styles.tag}>
      {language?.tag ? (
        <span>
          <OwnName language={language} /> <code>{language.tag}</code>
        </span>
      ) : (
        <span className={styles.unknown}>
          <CircleAlert aria-hidden />
          {t('unknownTag')}
        </span>
      )}
      <DialogButton
        variant="quiet"
        size="small"
        aria-label={t('editTagOfValue', { value })}
        dialog={({ unmount, ...state }) => (
          <TagDialog value={value} tag={language?.tag ?? ''} {...state} onClosed={unmount} />
        )}
      >
        {t('editTag')}
      </DialogButton>
    </div>
  )
}

interface Props {
  value: string
  tag: string
  open: boolean
  onClose: () => void
  onClosed: () => void
}

function TagDialog({ value, tag, open, onClose, onClosed }: Props) {
  const client = useQueryClient()
  const form = useForm({ defaultValues: { tag } })
  const saving = useSingleMutation({
    mutationFn: (next: string) => setLanguageTag(value, next || null),
    onSuccess: async () => {
      await client.invalidateQueries(languagesQuery)
      announce(t('tagOfValueSaved', { value }))
      onClose()
    },
    onError: (error) => {
      const { fieldErrors, text } = asProblem(error)
      form.setError('tag', {
        type: 'server',
        message: t('notSavedMessage', { message: fieldErrors[0]?.message ?? text }),
      })
    },
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title={t('tagOfValue', { value })}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" busy={saving.isPending} type="submit" form="language-tag">
            {t('saveChanges')}
          </Button>
        </>
      }
    >
      <FormShell id="language-tag" form={form} onSubmit={(next) => saving.mutate(next.tag.trim())}>
        <TextField
          {...form.register('tag')}
          label={t('languageTagBcp47')}
          hint={t('tagHint')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          error={form.formState.errors.tag?.message}
        />
      </FormShell>
    </Dialog>
  )
}
