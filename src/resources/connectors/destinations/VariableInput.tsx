import { Box, Button, Stack, TextField } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ValidationError } from 'react-admin'
import { useController } from 'react-hook-form'
import {
  SHARED_VALUE_MAX_LENGTH,
  SHARED_VALUE_MIN_LENGTH,
  type Variable,
  variablesApi,
} from '#contract/variables'
import { LoadingButton } from '../../../components/action/LoadingButton'
import { PermissionButton, useFailureToast } from '../../../components/page'
import { toast } from '../../../components/toast/toasts'
import { usePermission } from '../../../dataProvider/account'
import { useAnswer, useAnswers } from '../../../dataProvider/answers'
import { useSpaceport } from '../../../dataProvider/queries'
import type { SecretField } from './destination'
import { useTranslate } from './texts'

/** Environment of variables that are created here. */
export const ENVIRONMENT = 'connectors'

/** Query of the variables for functions of connectors. */
export const VARIABLES = { for_connectors: 'true', limit: 1000 } as const

/** Variables of the space and of devices for functions of connectors; null while unknown. */
export function useVariables(): Pick<Variable, 'name' | 'secret'>[] | null {
  const { data } = useAnswer(variablesApi.list, {
    query: VARIABLES,
    enabled: usePermission('space:variable:read'),
  })
  return data ?? null
}

/** An unused name: among variables with the same name, the newest would count for all connectors. */
export function freeName(wanted: string, names: readonly string[]): string {
  let name = wanted
  for (let number = 2; names.includes(name); number += 1) name = `${wanted}_${number}`
  return name
}

interface CreationProps {
  name: string
  /** Used names. */
  names: readonly string[]
  what: string
  onCreated: (name: string) => void
  onClose: () => void
}

/** Creates a variable of the space for connectors. Forms and drafts do not contain its value. */
function Creation({ name: suggested, names, what, onCreated, onClose }: CreationProps) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const { invalidate } = useAnswers()
  const onError = useFailureToast()
  const [typed, setName] = useState<string | null>(null)
  // The suggestion may change after the form opens, when the names load.
  const name = typed ?? suggested
  const [value, setValue] = useState('')
  const [isTried, setTried] = useState(false)
  const isTaken = names.includes(name.trim())
  const isValue = value.length >= SHARED_VALUE_MIN_LENGTH && value.length <= SHARED_VALUE_MAX_LENGTH
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      ask(variablesApi.create, {
        body: { name: name.trim(), value, environment: ENVIRONMENT, for_connectors: true, secret: true },
      }),
    onSuccess: async (created) => {
      await invalidate(variablesApi.list)
      toast({ kind: 'success', title: translate('connectors.destinations.variable.done') })
      onCreated(created.name)
    },
    onError,
  })
  const submit = () => {
    setTried(true)
    if (isValue && name.trim() !== '' && !isTaken) mutate()
  }
  return (
    <Stack
      role="group"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
        // Does not submit the outer form.
        event.preventDefault()
        event.stopPropagation()
        submit()
      }}
      aria-label={translate('connectors.destinations.variable.create')}
      sx={{ gap: 2, p: 2, border: 1, borderColor: 'divider', borderRadius: 1 }}
    >
      <TextField
        label={translate('connectors.destinations.variable.name')}
        value={name}
        onChange={({ target }) => setName(target.value)}
        error={isTaken || (isTried && name.trim() === '')}
        helperText={isTaken && translate('connectors.destinations.errors.taken')}
        slotProps={{ htmlInput: { spellCheck: false, autoComplete: 'off' } }}
        fullWidth
      />
      <TextField
        label={`${translate('connectors.destinations.variable.value')}: ${what}`}
        type="password"
        value={value}
        onChange={({ target }) => setValue(target.value)}
        error={isTried && !isValue}
        helperText={isTried && !isValue && translate('connectors.destinations.errors.value')}
        slotProps={{ htmlInput: { autoComplete: 'new-password' } }}
        fullWidth
      />
      <Box sx={{ display: 'flex', gap: 1 }}>
        <LoadingButton type="button" variant="outlined" loading={isPending} onClick={submit}>
          {translate('connectors.destinations.variable.submit')}
        </LoadingButton>
        <Button type="button" onClick={onClose}>
          {translate('connectors.destinations.variable.cancel')}
        </Button>
      </Box>
    </Stack>
  )
}

interface VariableInputProps {
  source: string
  field: SecretField
  /** Says what the value is. */
  what: string
}

/** Chooses or creates the variable with a secret; the code contains its name. */
export function VariableInput({ source, field: { initial }, what }: VariableInputProps) {
  const translate = useTranslate()
  const known = useVariables()
  const names = [...new Set(known?.map(({ name }) => name))].toSorted()
  const [isCreating, setCreating] = useState(false)
  const { field, fieldState } = useController({ name: source })
  const hintId = useId()
  const chosen = typeof field.value === 'string' ? field.value : ''
  const choices = [...new Set([...names, initial, chosen])].filter(Boolean)
  const { error } = fieldState
  return (
    <Stack sx={{ gap: 1, alignItems: 'stretch' }}>
      <TextField
        select
        label={translate('connectors.destinations.variable.label', { what })}
        value={chosen}
        onChange={({ target }) => field.onChange(target.value)}
        onBlur={field.onBlur}
        inputRef={field.ref}
        error={Boolean(error)}
        helperText={
          error?.message ? (
            <ValidationError error={error.message} />
          ) : (
            translate(
              `connectors.destinations.variable.${known?.some(({ name, secret }) => name === chosen && !secret) ? 'open' : 'hint'}`,
            )
          )
        }
        slotProps={{ select: { native: true }, formHelperText: { id: hintId } }}
        fullWidth
      >
        {choices.map((name) => (
          <option key={name} value={name}>
            {known && !names.includes(name)
              ? translate('connectors.destinations.variable.missing', { name })
              : name}
          </option>
        ))}
      </TextField>
      {isCreating ? (
        <Creation
          name={freeName(names.includes(chosen) ? initial : chosen, names)}
          names={names}
          what={what}
          onCreated={(name) => {
            field.onChange(name)
            setCreating(false)
          }}
          onClose={() => setCreating(false)}
        />
      ) : (
        <PermissionButton
          type="button"
          permission="space:variable:create"
          size="small"
          onClick={() => setCreating(true)}
          sx={{ alignSelf: 'start' }}
        >
          {translate('connectors.destinations.variable.create')}
        </PermissionButton>
      )}
    </Stack>
  )
}
