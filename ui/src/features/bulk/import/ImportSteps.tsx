// One import: its steps, which can be left and resumed at their addresses.
import t from 'messages:staff/import'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { type ImportAnswer, type ImportEntry, importListQuery, importQuery } from '../../../api/catalogue/imports'
import { asProblem } from '../../../api/problem'
import { Button, LinkButton } from '../../../components/buttons/Button'
import { Notice } from '../../../components/feedback/Notice'
import { Skeleton } from '../../../components/feedback/Skeleton'
import layout from '../../../components/page/Page.module.css'
import { PageHeading } from '../../../components/page/PageHeading'
import { useTitle } from '../../../lib/useTitle'
import { patterns } from '../../../paths'
import { ColumnsStep } from './ColumnsStep'
import { FileStep } from './FileStep'
import styles from './Import.module.css'
import { type Step, stepPath, steps, stepTitles } from './importAddress'
import { PreviewStep } from './PreviewStep'
import { ResultStep } from './ResultStep'

export function ImportSteps({ id, step }: { id: string; step: Step }) {
  const { data, error, refetch } = useQuery(importQuery(id))
  const entry = useQuery(importListQuery()).data?.imports.find((one) => one.id === id)
  const name = data?.details.name ?? entry?.name
  useTitle(name === undefined ? t('import') : t('importName', { name }))
  return (
    <div className={layout.page}>
      <div className={styles.head}>
        <Link to={patterns.bulk}>{t('allImports')}</Link>
        <PageHeading>{name === undefined ? t('import') : t('importName', { name })}</PageHeading>
      </div>
      {data || step === 'result' ? (
        <Steps id={id} step={step} answer={data} entry={entry} />
      ) : error ? (
        <Failure problem={asProblem(error)} onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-label={t('loading')}>
          <Skeleton kind="block" />
        </div>
      )}
    </div>
  )
}

function Failure({ problem, onRetry }: { problem: ReturnType<typeof asProblem>; onRetry: () => void }) {
  const isGone = problem.status === 404
  return (
    <Notice
      kind="error"
      title={isGone ? t('gone') : t('notLoaded')}
      actions={
        isGone ? (
          <LinkButton to={patterns.bulk}>{t('another')}</LinkButton>
        ) : (
          <Button onClick={onRetry}>{t('tryAgain')}</Button>
        )
      }
    >
      {isGone ? t('goneHint') : problem.text}
    </Notice>
  )
}

interface Props {
  id: string
  step: Step
  answer: ImportAnswer | undefined
  entry: ImportEntry | undefined
}

function Steps({ id, step: asked, answer, entry }: Props) {
  const isTable = answer?.details.mapping !== null
  const isStarted = entry !== undefined && entry.state !== 'ready'
  // What was imported is not mapped again; JSON Lines has no columns.
  const step = isStarted ? 'result' : asked === 'columns' && !isTable ? 'preview' : asked
  const shown = steps.filter((one) => one !== 'columns' || isTable)
  const heading = useRef<HTMLHeadingElement>(null)
  const previous = useRef(step)
  // External system: the focus, which was on a control of the step before.
  useLayoutEffect(() => {
    if (previous.current !== step) heading.current?.focus()
    previous.current = step
  }, [step])
  return (
    <>
      <nav aria-label={t('steps')}>
        <ol className={styles.steps}>
          {shown.map((one) => (
            <li key={one} aria-current={one === step ? 'step' : undefined}>
              <StepName isLink={one !== step && one !== 'result' && !isStarted} to={stepPath(id, one)}>
                {stepTitles[one]}
              </StepName>
            </li>
          ))}
        </ol>
      </nav>
      <section aria-labelledby="step" className={layout.section}>
        <h2 id="step" ref={heading} tabIndex={-1}>
          {stepTitles[step]}
        </h2>
        {step === 'result' ? (
          <ResultStep id={id} entry={entry} />
        ) : (
          answer && <CurrentStep step={step} answer={answer} />
        )}
      </section>
    </>
  )
}

const StepName = ({ isLink, to, children }: { isLink: boolean; to: string; children: ReactNode }) =>
  isLink ? <Link to={to}>{children}</Link> : <span>{children}</span>

function CurrentStep({ step, answer }: { step: Exclude<Step, 'result'>; answer: ImportAnswer }) {
  const { mapping } = answer.details
  switch (step) {
    case 'file':
      return <FileStep details={answer.details} />
    case 'columns':
      return mapping && <ColumnsStep details={answer.details} mapping={mapping} />
    case 'preview':
      return <PreviewStep answer={answer} />
  }
}
