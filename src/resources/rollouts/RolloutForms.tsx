import { Stack } from '@mui/material'
import { useMemo } from 'react'
import { useRecordContext } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { type Rollout, rolloutEntity, rolloutsApi } from '#contract/rollouts'
import { Inputs } from '../../components/form'
import { Section } from '../../components/page'
import { Disclosure } from '../../components/page/Disclosure'
import { FormInputs } from '../../components/resource/FormInputs'
import { formOf } from '../../components/resource/form'
import { ResourceCreate, ResourceEdit } from '../../components/resource/ResourceForm'
import { useSuggested } from '../../components/rollouts/suggestion'
import { TrialPanel } from '../../components/rollouts/TrialText'
import { msg, useTranslate } from '../../components/rollouts/texts'
import type { CreateDialogProps } from '../../components/table'
import { rolloutFields } from './fields'
import { newHours } from './times'

const createSchema = rolloutsApi.create.body

const fields = {
  ...rolloutFields,
  start: { label: msg('rollouts.start'), input: { kind: 'switch', initial: true } },
} as const

/** Fields that few roll-outs need. */
const MORE = { hours: true, at_once: true, watch: true, includes_silent: true } as const
const FIRST = { order: true, scope: true, stages: true } as const

const tried = formOf(rolloutFields, rolloutsApi.try.body).form

/** What the form would do, as it is now. */
function FormTrial() {
  const values = useWatch()
  const input = useMemo(() => {
    const { success } = tried.schema.safeParse(tried.codec.fromForm(values))
    return success
      ? rolloutsApi.try.body.safeParse(tried.schema.parse(tried.codec.fromForm(values))).data
      : null
  }, [values])
  return <TrialPanel input={input ?? null} />
}

/** All inputs of a roll-out that has not started. */
function RolloutInputs() {
  const translate = useTranslate()
  return (
    <Stack sx={{ gap: 2.5 }}>
      <FormInputs fields={fields} schema={createSchema.pick({ name: true })} />
      <FormInputs fields={fields} schema={createSchema.pick(FIRST)} />
      <Disclosure label={translate('rollouts.form.more')}>
        <FormInputs fields={fields} schema={createSchema.pick(MORE)} />
      </Disclosure>
      <FormInputs fields={fields} schema={createSchema.pick({ note: true })} />
      <FormTrial />
    </Stack>
  )
}

/** Dialog that creates a roll-out, tries it, and starts it or keeps it as a draft. Rules, "Roll-outs". */
export function RolloutCreate(props: CreateDialogProps) {
  const suggested = useSuggested()
  return (
    <ResourceCreate
      {...props}
      fields={fields}
      schema={createSchema}
      initial={{ hours: newHours() }}
      suggested={suggested}
      maxWidth="md"
    >
      <RolloutInputs />
      <FormInputs fields={fields} schema={createSchema.pick({ start: true })} />
    </ResourceCreate>
  )
}

const lateSchema = rolloutEntity.input.pick({ name: true, note: true })

/** Edit mode of a roll-out: a draft can be changed, one that has started only has another name and note. */
export function RolloutEdit() {
  const translate = useTranslate()
  const rollout = useRecordContext<Rollout>()
  if (!rollout) return null
  const isRunning = rollout.state === 'running' || rollout.state === 'paused'
  const deletion = isRunning ? { reason: translate('rollouts.delete.notEnded') } : {}
  if (rollout.state !== 'draft')
    return <ResourceEdit fields={rolloutFields} schema={lateSchema} deletion={deletion} />
  return (
    <ResourceEdit fields={rolloutFields} schema={rolloutEntity.input}>
      {(actions) => (
        <Section title={translate('rollouts.details')}>
          <Inputs>
            <RolloutInputs />
          </Inputs>
          {actions}
        </Section>
      )}
    </ResourceEdit>
  )
}
