import { zodResolver } from '@hookform/resolvers/zod'
import { Stack, TextField, Typography } from '@mui/material'
import { Controller, type FieldError, useForm } from 'react-hook-form'
import { z } from 'zod'
import { type PasswordState, profileApi } from '#contract/profile'
import { sessionsApi } from '#contract/sessions'
import { LoadingButton } from '../../../components/action/LoadingButton'
import { HiddenUsername } from '../../../components/HiddenUsername'
import { Loaded, type LoadedProps, Section, useFailureToast } from '../../../components/page'
import { newPasswordForm, PasswordStrength, usePasswordRule } from '../../../components/passwords'
import { toast } from '../../../components/toast/toasts'
import { msg as word } from '../../../components/words/texts'
import { useAccount } from '../../../dataProvider/account'
import { useAnswers } from '../../../dataProvider/answers'
import { ApiError } from '../../../dataProvider/client'
import { useSpaceport } from '../../../dataProvider/queries'
import { useTranslate } from '../texts'

const NAMES = ['current', 'password', 'again'] as const
type Name = (typeof NAMES)[number]
type Values = Record<Name, string>

const EMPTY: Values = { current: '', password: '', again: '' }

const schemaFor = (asksCurrent: boolean, password: z.ZodType<string, string>) =>
  newPasswordForm(password).safeExtend({ current: asksCurrent ? z.string().min(1) : z.string() })

/** Changes the password, or sets the first one. */
function PasswordForm({ asksCurrent }: { asksCurrent: boolean }) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const email = useAccount().profile?.email ?? ''
  const { invalidate } = useAnswers()
  const showFailure = useFailureToast()
  const rule = usePasswordRule()
  const { control, handleSubmit, reset, setError, trigger, formState } = useForm<Values>({
    resolver: zodResolver(schemaFor(asksCurrent, rule.schema)),
    defaultValues: EMPTY,
    mode: 'onBlur',
  })

  const save = handleSubmit(async ({ current, password }) => {
    try {
      const body = { current_password: asksCurrent ? current : null, password }
      await ask(profileApi.changePassword, { body })
      toast({ kind: 'success', title: translate('profile.security.password.done') })
      reset(EMPTY)
      await invalidate(profileApi.password, sessionsApi.list)
    } catch (error) {
      if (error instanceof ApiError && error.status === 409)
        setError('current', { type: 'server' }, { shouldFocus: true })
      else showFailure(error)
    }
  })

  const errorOf = (name: Name, value: string, { type, message }: FieldError) => {
    if (name === 'again') return translate('login.errors.passwordsDiffer')
    return type === 'server' ? translate('profile.security.password.wrong') : rule.errorOf(value, message)
  }

  return (
    <Stack
      component="form"
      noValidate
      spacing={2}
      sx={{ maxWidth: 420 }}
      onSubmit={(event) => void save(event)}
    >
      <Typography variant="body2" color="text.secondary">
        {translate('profile.security.password.hint')}
      </Typography>
      <HiddenUsername email={email} label={translate('login.email')} />
      {NAMES.filter((name) => name !== 'current' || asksCurrent).map((name) => (
        <Controller
          key={name}
          name={name}
          control={control}
          render={({ field: { ref, ...field }, fieldState: { error } }) => (
            <div>
              <TextField
                {...field}
                fullWidth
                inputRef={ref}
                onChange={(event) => {
                  field.onChange(event)
                  if (formState.errors.again) void trigger('again')
                }}
                type="password"
                autoComplete={name === 'current' ? 'current-password' : 'new-password'}
                label={translate(`profile.security.password.${name}`)}
                error={error !== undefined}
                helperText={error ? errorOf(name, field.value, error) : name === 'password' && rule.hint}
              />
              {name === 'password' && <PasswordStrength password={field.value} />}
            </div>
          )}
        />
      ))}
      <LoadingButton
        type="submit"
        variant="contained"
        loading={formState.isSubmitting}
        sx={{ alignSelf: 'flex-start' }}
        // The input keeps the focus: on blur an error text may come or go, which moves the button away from the click.
        onMouseDown={(event) => event.preventDefault()}
      >
        {translate('profile.security.password.submit')}
      </LoadingButton>
    </Stack>
  )
}

/**
 * Password of the signed-in person.
 * @param query the requirements for a change
 */
export function PasswordSection({ query }: { query: LoadedProps<PasswordState>['query'] }) {
  const translate = useTranslate()
  return (
    <Section title={translate(word('words.password'))}>
      <Loaded query={query}>{({ asks_current }) => <PasswordForm asksCurrent={asks_current} />}</Loaded>
    </Section>
  )
}
