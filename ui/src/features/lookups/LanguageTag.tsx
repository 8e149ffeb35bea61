// The tag and own name of a language value, and a dialog to edit the tag.

import t from 'messages:staff/lookups'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { languagesQuery, setLanguageTag, useLanguages } from '../../api/languages'
import { TextField } from '../../components/form/TextField'
import { DialogButton } from '../../components/page/DialogButton'
import { FormDialog } from '../../formkit/FormDialog'
import { fieldOf } from '../../formkit/FormShell'
import { useRowForm } from '../../formkit/useRowForm'
import { OwnName } from '../../parts/language/LanguageName'
import styles from './LookupsPage.module.css'

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
  const { form, saving } = useRowForm({
    valuesOf: () => ({ tag }),
    save: (values) => setLanguageTag(value, values.tag.trim() || null),
    reload: (client) => client.invalidateQueries(languagesQuery),
    done: () => t('tagOfValueSaved', { value }),
    onRefused: ({ fieldErrors, text }, { setError }) =>
      setError('tag', { type: 'server', message: t('notSavedMessage', { message: fieldErrors[0]?.message ?? text }) }),
    onClose,
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title={t('tagOfValue', { value })}
      cancel={t('cancel')}
      cancelVariant="quiet"
      submit={t('saveChanges')}
      busy={saving.isPending}
      form={form}
      onSubmit={saving.mutate}
    >
      <TextField
        {...fieldOf(form, 'tag')}
        label={t('languageTagBcp47')}
        hint={t('tagHint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
      />
    </FormDialog>
  )
}
