import { zodResolver } from '@hookform/resolvers/zod'
import { Link, Stack } from '@mui/material'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { LoadingButton } from '../../components/action/LoadingButton'
import { HiddenUsername } from '../../components/HiddenUsername'
import { PasswordStrength, usePasswordRule } from '../../components/passwords'
import { dismissToast, toast } from '../../components/toast/toasts'
import { ApiError, isUnreachable, NO_ANSWER, reasonOf } from '../../dataProvider/client'
import { type PublicKey, usePublicTranslate, useTranslateText } from '../../i18n'
import { linkTo } from '../../navigation'
import { Failure } from './Failure'
import { TextInput } from './PublicPage'
import { secondsToWait } from './signIn/signIn'

interface Field {
  name: string
  type: 'email' | 'password'
  autoComplete: string
  label: PublicKey
  /** Shown for an invalid value; a new password shows the server's rule instead. */
  error?: PublicKey
}

export const EMAIL: Field = {
  name: 'email',
  type: 'email',
  autoComplete: 'username',
  label: 'login.email',
  error: 'login.errors.email',
}

const newPassword = { type: 'password', autoComplete: 'new-password' } as const

/** A new password and its confirmation. Rules, "New password". */
export const NEW_PASSWORD: Field[] = [
  { ...newPassword, name: 'password', label: 'login.password' },
  { ...newPassword, name: 'again', label: 'login.passwordAgain', error: 'login.errors.passwordsDiffer' },
]

interface PublicFormProps<Values> {
  fields: readonly Field[]
  schema: z.ZodType<Values, Record<string, string>>
  submit: PublicKey
  /** Sends the typed values. */
  onSubmit: (values: Values) => Promise<unknown>
  /** Title of the toast on success. */
  done: PublicKey
  onDone?: () => void
  /** Title and text of the toast on failure; `hideRefusal` shows our text if the server does not know the link. */
  failure: { title: PublicKey; fallback?: PublicKey; hideRefusal?: boolean }
  /** Link to continue with when the server answers 401: the mailed link no longer works. */
  wayOn?: { to: string; state: object; label: PublicKey }
  /** Account whose password is set, for password managers. */
  account?: string
  /** Values from the previous page. */
  initial?: Record<string, string | undefined>
}

/** Form of a page that needs no sign-in; it keeps the typed values when the server refuses them. */
export function PublicForm<Values>(props: PublicFormProps<Values>) {
  const { fields, schema, submit, onSubmit, done, onDone, failure, wayOn, account, initial = {} } = props
  const translate = usePublicTranslate()
  const translateText = useTranslateText()
  const rule = usePasswordRule()
  const { control, handleSubmit, trigger, formState } = useForm<Record<string, string>, unknown, Values>({
    resolver: zodResolver(schema),
    defaultValues: Object.fromEntries(fields.map(({ name }) => [name, initial[name] ?? ''])),
    mode: 'onBlur',
  })

  const [failed, setFailed] = useState<unknown>()

  function describe(error: unknown): string | undefined {
    if (!(error instanceof ApiError)) return translateText(reasonOf(error))
    const { status, body } = error
    if (isUnreachable(error)) return translate(NO_ANSWER)
    const seconds = secondsToWait(error)
    if (seconds !== undefined) return translate('login.errors.tooMany', { seconds })
    const isHidden = failure.hideRefusal && (status === 401 || status === 404)
    return (!isHidden && body) || (failure.fallback && translate(failure.fallback))
  }

  const send = handleSubmit(async (values) => {
    setFailed(undefined)
    dismissToast()
    try {
      await onSubmit(values)
    } catch (error) {
      setFailed(error)
      toast({ kind: 'error', title: translate(failure.title), description: describe(error) })
      return
    }
    toast({ kind: 'success', title: translate(done) })
    onDone?.()
  })

  return (
    <Stack component="form" noValidate spacing={2} onSubmit={(event) => void send(event)}>
      {account !== undefined && <HiddenUsername email={account} label={translate('login.email')} />}
      {fields.map(({ name, label, error, ...input }) => (
        <Controller
          key={name}
          name={name}
          control={control}
          render={({ field, fieldState: { error: found } }) => (
            <div>
              <TextInput
                {...input}
                {...field}
                onChange={(event) => {
                  field.onChange(event)
                  if (formState.errors.again) void trigger('again')
                }}
                label={translate(label)}
                hint={error ? undefined : rule.hint}
                error={found && (error ? translate(error) : rule.errorOf(field.value ?? '', found.message))}
              />
              {!error && <PasswordStrength password={field.value ?? ''} />}
            </div>
          )}
        />
      ))}
      {failed !== undefined && (
        <Failure
          title={translate(failure.title)}
          description={describe(failed)}
          seconds={secondsToWait(failed)}
        />
      )}
      {wayOn && failed instanceof ApiError && failed.status === 401 && (
        <Link {...linkTo(wayOn.to, wayOn.state)}>{translate(wayOn.label)}</Link>
      )}
      <LoadingButton
        type="submit"
        variant="contained"
        size="large"
        loading={formState.isSubmitting}
        // The input keeps the focus: on blur an error text may come or go, which moves the button away from the click.
        onMouseDown={(event) => event.preventDefault()}
      >
        {translate(submit)}
      </LoadingButton>
    </Stack>
  )
}
