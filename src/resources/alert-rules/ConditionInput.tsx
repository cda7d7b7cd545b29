import { Box } from '@mui/material'
import { useState } from 'react'
import { SelectInput, TextInput, ValidationError } from 'react-admin'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { CONDITION_KINDS, type ConditionKind, canBeAbout, LATER_KINDS } from '#contract/alerts'
import { patternOf } from '#contract/series'
import { useValueWords } from '../../components/alerts/Sentence'
import { spanText } from '../../components/alerts/sentence'
import { useTranslate as useAlertsTranslate } from '../../components/alerts/texts'
import { ComboboxField } from '../../components/combobox/ComboboxField'
import { NumberInput } from '../../components/form'
import { useSpaceSeries } from '../../components/series/useSeries'
import { useConfig } from '../../config'
import type { MessageKey } from '../../i18n/translate'
import { type RuleValues, secondsOf } from './condition'
import { msg, useTranslate } from './texts'

const choiceOf = (id: ConditionKind) => ({ id, name: msg(`alert-rules.kinds.${id}`) })

/** The kinds that the server supports. */
function useKinds() {
  const { capabilities } = useConfig()
  return CONDITION_KINDS.filter((kind) => {
    const needed = LATER_KINDS[kind]
    return needed === undefined || capabilities.includes(needed)
  }).map(choiceOf)
}

/** In a wide form, two short inputs share a line. */
const PAIRS = {
  display: 'grid',
  gap: 2.5,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  alignItems: 'start',
} as const

/** The value of the condition: one that devices of the space send, or the pattern of all items of a list. */
function PathInput() {
  const translate = useTranslate()
  const { field, fieldState } = useController<RuleValues, 'condition.path'>({ name: 'condition.path' })
  const [isOpen, setOpen] = useState(false)
  const valueOf = useValueWords()
  const query = useSpaceSeries()
  const patterns = new Map<string, number>()
  for (const { path, device_count, is_hidden } of query.data ?? []) {
    if (is_hidden) continue
    const pattern = patternOf(path)
    for (const one of new Set([pattern, path]))
      patterns.set(one, Math.max(patterns.get(one) ?? 0, device_count))
  }
  const choiceOf = (path: string) => ({ id: path, name: valueOf(path).label })
  const error = fieldState.error?.message
  return (
    <ComboboxField
      label={translate('alert-rules.form.path')}
      isRequired
      value={field.value === null ? null : choiceOf(field.value)}
      onChange={({ id }) => field.onChange(id)}
      onBlur={field.onBlur}
      onType={() => undefined}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      choices={[...patterns.keys()].map(choiceOf)}
      detailOf={({ id, name }) => {
        const count = patterns.get(id)
        return [
          id !== name && id,
          id.includes('[]') && translate('alert-rules.form.items'),
          count !== undefined && translate('alert-rules.form.devices', { smart_count: count }),
        ]
          .filter(Boolean)
          .join(' · ')
      }}
      isLoading={query.isFetching && !query.data && isOpen}
      {...(query.isError && !query.data && { failure: translate('alert-rules.form.pathFailed') })}
      onRetry={() => void query.refetch()}
      hint={translate('alert-rules.form.pathHint')}
      error={error && <ValidationError error={error} />}
    />
  )
}

/** A typed duration, with its interpretation below. */
function DurationInput({ hint, isRequired = false }: { hint: MessageKey; isRequired?: boolean }) {
  const translate = useAlertsTranslate()
  const typed = useWatch<RuleValues, 'condition.seconds'>({ name: 'condition.seconds' })
  const seconds = typed?.trim() ? secondsOf(typed) : undefined
  return (
    <TextInput
      source="condition.seconds"
      label={msg('alert-rules.form.seconds')}
      required={isRequired}
      helperText={seconds === undefined || seconds === 0 ? hint : spanText(seconds, translate)}
      autoComplete="off"
      slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'off' } }}
      fullWidth
    />
  )
}

interface NumberProps {
  name: 'limit' | 'end' | 'by' | 'intervals' | 'readings' | 'times'
  label: MessageKey
  hint?: MessageKey
  unit?: string
  isRequired?: boolean
}

const NumberOf = ({ name, ...props }: NumberProps) => (
  <NumberInput
    source={`condition.${name}`}
    keyboard={name === 'readings' || name === 'times' ? 'numeric' : name === 'intervals' ? 'decimal' : 'text'}
    {...props}
  />
)

/** The limit, the value that ends the alert, and the duration. */
function LevelInputs({ kind, unit }: { kind: 'above' | 'below'; unit: string | undefined }) {
  return (
    <>
      <NumberOf name="limit" label={msg(`alert-rules.form.${kind}`)} unit={unit} isRequired />
      <NumberOf
        name="end"
        label={msg('alert-rules.form.end')}
        unit={unit}
        hint={msg('alert-rules.form.endHint')}
      />
      <DurationInput hint={msg('alert-rules.form.lastingHint')} />
      <NumberOf name="readings" label={msg('alert-rules.form.readings')} />
    </>
  )
}

/** Fields for the chosen kind of condition. */
function KindInputs() {
  const { kind, path } = useWatch<RuleValues, 'condition'>({ name: 'condition' })
  const valueOf = useValueWords()
  const unit = (path !== null && valueOf(path).unit) || undefined
  switch (kind) {
    case 'silent':
    case 'connectorFails':
    case 'connectorBehind':
      return <DurationInput hint={msg('alert-rules.form.secondsHint')} isRequired />
    case 'late':
      return (
        <NumberOf
          name="intervals"
          label={msg('alert-rules.form.intervals')}
          hint={msg('alert-rules.form.intervalsHint')}
          isRequired
        />
      )
    case 'above':
    case 'below':
      return (
        <>
          <PathInput />
          <LevelInputs kind={kind} unit={unit} />
        </>
      )
    case 'unchanged':
    case 'missing':
      return (
        <>
          <PathInput />
          <DurationInput hint={msg('alert-rules.form.secondsHint')} isRequired />
        </>
      )
    case 'jump':
      return (
        <>
          <PathInput />
          <NumberOf name="by" label={msg('alert-rules.form.by')} unit={unit} isRequired />
        </>
      )
    case 'boots':
      return (
        <NumberOf
          name="times"
          label={msg('alert-rules.form.times')}
          hint={msg('alert-rules.form.timesHint')}
          isRequired
        />
      )
    case 'firmwareFailed':
      return null
  }
}

/** The form's `condition` field, with choices in words. */
export default function ConditionInput() {
  const { getValues, setValue } = useFormContext<RuleValues>()
  /** The scope may name devices although the new kind is about connectors. */
  const adapt = (kind: ConditionKind) => {
    if (!canBeAbout({ kind }, getValues('scope'))) setValue('scope.kind', 'all', { shouldDirty: true })
  }
  return (
    <Box sx={PAIRS}>
      <SelectInput
        source="condition.kind"
        label={msg('alert-rules.form.kind')}
        choices={useKinds()}
        onChange={({ target }) => adapt(target.value)}
        helperText={false}
        isRequired
        fullWidth
      />
      <KindInputs />
    </Box>
  )
}
