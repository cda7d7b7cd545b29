import { zodResolver } from '@hookform/resolvers/zod'
import { Button, Stack, TextField, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { z } from 'zod'
import { passwordSchema } from '#contract/auth'
import { Loaded, Section, useFailureToast } from '../../../components/page'
import { toast } from '../../../components/toast/toasts'
import { ApiError } from '../../../dataProvider/client'
import { useSpaceport } from '../../../dataProvider/queries'
import { useTranslate } from '../../../i18n/translate'
import { SESSIONS_KEY } from './SessionsSection'

const KEY = ['passwordState']

const NAMES = ['current', 'password', 'again'] as const
type Name = (typeof NAMES)[number]
type Values = Record<Name, string>

const EMPTY: Values = { current: '', password: '', again: '' }

const schemaFor = (asksCurrent: boolean) =>
  z
    .object({
      current: asksCurrent ? z.string().min(1) : z.string(),
      password: passwordSchema,
      again: z.string(),
    })
    .refine(({ password, again }) => password === again, { path: ['again'] })

/** Sets another password, or the first one. */
function PasswordForm({ asksCurrent }: { asksCurrent: boolean }) {
  const translate = useTranslate()
  const dataProvider = useSpaceport()
  const queryClient = useQueryClient()
  const showFailure = useFailureToast()
  const { control, handleSubmit, reset, setError, formState } = useForm<Values>({
    resolver: zodResolver(schemaFor(asksCurrent)),
    defaultValues: EMPTY,
    mode: 'onBlur',
  })

  const save = handleSubmit(async ({ current, password }) => {
    try {
      const body = { current_password: asksCurrent ? current : null, password }
      const isDone: unknown = await dataProvider.changePassword(body)
      if (isDone !== true) return
      toast({ kind: 'success', title: translate('profile.security.password.done') })
      reset(EMPTY)
      await Promise.all([KEY, SESSIONS_KEY].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    } catch (error) {
      if (error instanceof ApiError && error.status === 409)
        setError('current', { type: 'server' }, { shouldFocus: true })
      else showFailure(error)
    }
  })

  const errorOf = (name: Name, value: string, type: string) => {
    if (name === 'again') return translate('profile.security.password.differ')
    if (value === '') return translate('profile.security.password.missing')
    return translate(`profile.security.password.${type === 'server' ? 'wrong' : 'short'}`)
  }

  return (
    <Stack
      component="form"
      noValidate
      spacing={2}
      sx={{ maxWidth: 420 }}
      onSubmit={(event) => void save(event)}
    >
      <Typography color="text.secondary">{translate('profile.security.password.hint')}</Typography>
      {NAMES.filter((name) => name !== 'current' || asksCurrent).map((name) => (
        <Controller
          key={name}
          name={name}
          control={control}
          render={({ field: { ref, ...field }, fieldState: { error } }) => (
            <TextField
              {...field}
              inputRef={ref}
              type="password"
              autoComplete={name === 'current' ? 'current-password' : 'new-password'}
              label={translate(`profile.security.password.${name}`)}
              error={error !== undefined}
              helperText={error && errorOf(name, field.value, error.type)}
            />
          )}
        />
      ))}
      <Button
        type="submit"
        variant="contained"
        loading={formState.isSubmitting}
        sx={{ alignSelf: 'flex-start' }}
        // The focus stays in its input: leaving it moves the button away below the click, as error texts come and go.
        onMouseDown={(event) => event.preventDefault()}
      >
        {translate('profile.security.password.submit')}
      </Button>
    </Stack>
  )
}

/** The password of the signed-in person. */
export function PasswordSection() {
  const translate = useTranslate()
  const dataProvider = useSpaceport()
  const query = useQuery({
    queryKey: KEY,
    queryFn: () => dataProvider.readPasswordState(),
    // A denied call has an empty answer; what is there has an id.
    select: (state) => ('asks_current' in state ? { ...state, id: 'password' } : state),
  })
  return (
    <Section title={translate('profile.security.password.title')}>
      <Loaded query={query}>{({ asks_current }) => <PasswordForm asksCurrent={asks_current} />}</Loaded>
    </Section>
  )
}
