import { Alert, Button, Stack, TextField } from '@mui/material'
import { useState } from 'react'
import { TextInput, ValidationError } from 'react-admin'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { MQTT_CAPABILITY } from '#contract/connectors'
import { CodeEditor } from '../../../components/editor'
import { ConfirmDialog } from '../../../components/page'
import { useCapability } from '../../../config'
import type { ConnectorValues } from '../values'
import { DESTINATION_IDS, type DestinationId, destinationOf, isDestination } from '.'
import { ChannelInput } from './ChannelInput'
import { channelField, type Destination, type DestinationField } from './destination'
import { choiceSchema, NOTHING_TYPED, type Typed, writtenOf } from './form'
import { useTranslate } from './texts'
import { useOffered } from './useOffered'
import { VariableInput } from './VariableInput'

type Values = Pick<ConnectorValues, 'triggers'> & { destination: unknown; type: string; typed: Typed }

/** Type of connectors that publish to a broker; their fields are in the form. */
const MQTT = 'mqtt'

const GROUPS = ['plain', 'platforms', 'clouds', 'chat', 'alerts'] as const satisfies Destination['group'][]

function FieldInput({ id, field }: { id: DestinationId; field: DestinationField }) {
  const translate = useTranslate()
  const source = `destination.values.${id}.${field.name}`
  if (field.kind === 'variable') {
    const what = translate(`connectors.destinations.secrets.${field.initial}`)
    return field.channel ? (
      <ChannelInput source={`destination.values.${id}`} field={field} what={what} />
    ) : (
      <VariableInput source={source} field={field} what={what} />
    )
  }
  const isAddress = field.kind === 'address'
  return (
    <TextInput
      source={source}
      label={translate(`connectors.destinations.fields.${field.name}`)}
      required={!field.isOptional}
      helperText={field.isOptional ? translate('connectors.destinations.optional') : false}
      autoComplete="off"
      slotProps={{ htmlInput: { spellCheck: false, inputMode: isAddress ? 'url' : undefined } }}
      fullWidth
    />
  )
}

/** Destination of a new connector, its fields, and the generated code. */
export function DestinationInput() {
  const translate = useTranslate()
  const isOffered = useOffered()
  const hasBrokers = useCapability(MQTT_CAPABILITY)
  const [asked, setAsked] = useState<DestinationId | null>(null)
  const [isCodeShown, setCodeShown] = useState(false)
  const { setValue } = useFormContext<Values>()
  const { field, fieldState } = useController<{ 'destination.id': string }, 'destination.id'>({
    name: 'destination.id',
  })
  const { field: code, fieldState: codeState } = useController<
    { 'destination.code': string | null },
    'destination.code'
  >({ name: 'destination.code' })
  const held = choiceSchema.safeParse(useWatch({ name: 'destination' }))
  if (!held.success) return null
  const { id } = held.data
  const { fields } = destinationOf(id)
  const written = writtenOf(held.data)
  const isEdited = held.data.code !== null
  // Nobody needs to see the code of a channel.
  const isHidden = channelField(destinationOf(id)) !== undefined && !isCodeShown && !isEdited
  const change = (chosen: DestinationId) => {
    code.onChange(null)
    field.onChange(chosen)
    setValue('typed', NOTHING_TYPED)
    setValue('triggers', [...destinationOf(chosen).triggers], { shouldDirty: true })
  }
  const choose = (chosen: string) => {
    if (chosen === MQTT) setValue('type', MQTT, { shouldDirty: true })
    else if (!isDestination(chosen)) return
    else if (isEdited) setAsked(chosen)
    else change(chosen)
  }
  const offered = DESTINATION_IDS.filter((one) => one === id || isOffered(destinationOf(one)))
  return (
    <Stack sx={{ gap: 2 }}>
      <TextField
        select
        label={translate('connectors.destinations.label')}
        value={id}
        onChange={({ target }) => choose(target.value)}
        error={fieldState.invalid}
        helperText={translate(`connectors.destinations.hints.${id}`)}
        slotProps={{ select: { native: true } }}
        fullWidth
      >
        {GROUPS.map((group) => {
          const inGroup = offered.filter((one) => destinationOf(one).group === group)
          return (
            inGroup.length > 0 && (
              <optgroup key={group} label={translate(`connectors.destinations.groups.${group}`)}>
                {inGroup.map((one) => (
                  <option key={one} value={one}>
                    {translate(`connectors.destinations.names.${one}`)}
                  </option>
                ))}
                {group === 'plain' && hasBrokers && (
                  <option value={MQTT}>{translate('connectors.destinations.broker')}</option>
                )}
              </optgroup>
            )
          )
        })}
      </TextField>
      <ConfirmDialog
        open={asked !== null}
        title={translate('connectors.destinations.replace.title')}
        confirmLabel={translate('connectors.destinations.replace.submit')}
        onConfirm={() => {
          if (asked) change(asked)
          setAsked(null)
        }}
        onClose={() => setAsked(null)}
      >
        {translate('connectors.destinations.replace.text')}
      </ConfirmDialog>
      {fields.map((one) => (
        <FieldInput key={`${id}.${one.name}`} id={id} field={one} />
      ))}
      {isHidden ? (
        <Button type="button" size="small" onClick={() => setCodeShown(true)} sx={{ alignSelf: 'start' }}>
          {translate('connectors.destinations.channel.code')}
        </Button>
      ) : (
        <CodeEditor
          label={translate('connectors.destinations.code')}
          language="javascript"
          value={held.data.code ?? written}
          onChange={(typed) => code.onChange(typed === written ? null : typed)}
          error={codeState.error?.message && <ValidationError error={codeState.error.message} />}
          hint={translate('connectors.destinations.codeHint')}
        />
      )}
      {isEdited && (
        <Alert
          severity="info"
          action={
            <Button type="button" color="inherit" size="small" onClick={() => code.onChange(null)}>
              {translate('connectors.destinations.anew')}
            </Button>
          }
        >
          {translate('connectors.destinations.edited')}
        </Alert>
      )}
    </Stack>
  )
}
