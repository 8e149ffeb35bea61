// Translations: the requests, and the missing and outdated translations of a language.
import { useSearchParams } from 'react-router-dom'
import layout from '../../components/page/Page.module.css'
import { PageHeading } from '../../components/page/PageHeading'
import { useTitle } from '../../lib/useTitle'
import { Gaps } from './Gaps'
import type { ListParameter } from './listAddress'
import { Requests } from './Requests'

export default function TranslationsPage() {
  useTitle('Translations')
  const [parameters, setParameters] = useSearchParams()
  const parameter = (name: ListParameter) => parameters.get(name) ?? ''
  /** Changes some parameters; empty ones are removed from the URL. */
  const change = (next: Partial<Record<ListParameter, string>>) =>
    setParameters(
      (before) => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries(next)) {
          if (value === '') after.delete(name)
          else after.set(name, value)
        }
        return after
      },
      { replace: true },
    )
  return (
    <div className={layout.page}>
      <PageHeading>Translations</PageHeading>
      <Requests parameter={parameter} onChange={change} />
      <Gaps parameter={parameter} onChange={change} />
    </div>
  )
}
