// Adds or changes a synonym, and previews what a search would find with it.

import t from 'messages:staff/synonyms'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { reloadThesaurus, type Synonym, saveSynonym } from '../../api/maintenance/thesaurus'
import { asProblem, type Problem } from '../../api/problem'
import { Checkbox } from '../../components/form/Checkbox'
import { TextArea } from '../../components/form/TextField'
import { fieldOf } from '../../formkit/FormShell'
import { RowEditor } from '../../formkit/RowEditor'
import { messagesOf, useRowForm } from '../../formkit/useRowForm'
import { SynonymTrial } from './SynonymTrial'

interface Props {
  /** The synonym to change; undefined to add one. */
  synonym?: Synonym
  /** The first term of a new synonym. */
  firstTerm?: string
  onClose: () => void
}

interface Values {
  /** A term on each line. */
  text: string
  oneWay: boolean
}

const toDraft = ({ text, oneWay }: Values) => ({
  terms: text.split('\n').filter((line) => line.trim() !== ''),
  oneWay,
})

const showErrors = (problem: Problem, form: UseFormReturn<Values>) => {
  const message = messagesOf(problem)
  if (message) form.setError('text', { type: 'server', message })
}

export function SynonymEditor({ synonym: listed, firstTerm = '', onClose }: Props) {
  const editor = useRowForm({
    row: listed,
    valuesOf: (row): Values => ({
      text: row ? row.terms.join('\n') : firstTerm && `${firstTerm}\n`,
      oneWay: row?.oneWay ?? false,
    }),
    save: (values, row) => saveSynonym(toDraft(values), row),
    reload: reloadThesaurus,
    done: ({ terms }) => t('termsSaved', { terms: terms.join(', ') }),
    onRefused: showErrors,
    onClose,
  })
  const { form, row: synonym, saving } = editor
  const [text, oneWay] = useWatch({ control: form.control, name: ['text', 'oneWay'] })
  const reset = () => {
    form.clearErrors()
    saving.reset()
  }
  return (
    <RowEditor
      editor={editor}
      label={synonym ? t('editSynonym') : t('addSynonym')}
      failure={t('synonymNotSaved')}
      onClose={onClose}
    >
      <TextArea
        {...fieldOf(form, 'text', { onChange: reset })}
        label={t('terms')}
        required
        autoFocus
        rows={4}
        dir="auto"
        hint={t('onePerLine')}
      />
      <Checkbox {...form.register('oneWay', { onChange: reset })}>{t('oneWayLabel')}</Checkbox>
      <SynonymTrial
        draft={toDraft({ text, oneWay })}
        id={synonym?.id}
        firstText={synonym?.terms[0] ?? firstTerm}
        onErrors={(error) => showErrors(asProblem(error), form)}
      />
    </RowEditor>
  )
}
