import { Box, Button, Stack, Typography } from '@mui/material'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Login } from '#contract/auth'
import { toast } from '../../components/toast/toasts'
import { useClient } from '../../dataProvider/client'
import { usePublicTranslate, usePublicTranslateText } from '../../i18n'
import { PasskeyButton } from './PasskeyButton'
import { TextInput } from './PublicPage'
import type { LoginErrors } from './schemas'
import { failureOf, needsSecondFactor, signIn } from './signIn'

// Large, so it loads when the form gets the focus; the form works before that.
const loadSchemas = () => import('./schemas')

const focus = (input: HTMLInputElement | null) => input?.focus()

/** The e-mail address that the page before this one knows. */
const emailOf = (state: unknown) =>
  typeof state === 'object' && state && 'email' in state ? String(state.email) : undefined

interface PasswordFormProps {
  /** Address of a person who came back from the second step. */
  email: string | undefined
  remember: boolean
  /** The password is right, and a second factor is needed besides. */
  onSecondStep: (login: Login) => void
  onDone: () => void
  /** Stands between the inputs and the buttons. */
  children: ReactNode
}

/** Signs in with e-mail and password, or with a passkey. */
export function PasswordForm({ email, remember, onSecondStep, onDone, children }: PasswordFormProps) {
  const translate = usePublicTranslate()
  const translateText = usePublicTranslateText()
  const client = useClient()
  const [errors, setErrors] = useState<LoginErrors>({})
  const [failure, setFailure] = useState<{ title: string; description: string | undefined }>()
  const [busy, setBusy] = useState(false)

  function fail(error: unknown) {
    const { title, text } = failureOf(error)
    const failed = { title: translate(title), description: text && translateText(text) }
    setFailure(failed)
    toast({ kind: 'error', ...failed })
  }

  async function send(login: Login) {
    try {
      await signIn(client, login, remember)
      onDone()
    } catch (error) {
      if (needsSecondFactor(error)) onSecondStep(login)
      else fail(error)
    }
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    const form = event.currentTarget
    const typed = new FormData(form)
    try {
      const checked = (await loadSchemas()).checkLogin(typed)
      setErrors(checked.errors)
      const wrong = checked.errors.email ? 'email' : 'password'
      if (checked.login) await send(checked.login)
      else form.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus()
    } catch (error) {
      fail(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Stack
      component="form"
      noValidate
      spacing={2}
      onSubmit={(event) => void submit(event)}
      onFocus={() => void loadSchemas()}
    >
      <TextInput
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={email ?? emailOf(window.history.state)}
        label={translate('login.email')}
        error={errors.email && translate(errors.email)}
      />
      <TextInput
        ref={email === undefined ? undefined : focus}
        name="password"
        type="password"
        autoComplete="current-password"
        label={translate('login.password')}
        error={errors.password && translate(errors.password)}
      />
      {children}
      {failure && (
        <Box sx={{ color: 'error.main' }}>
          <Typography sx={{ fontWeight: 600 }}>{failure.title}</Typography>
          {failure.description}
        </Box>
      )}
      <Button type="submit" variant="contained" size="large" loading={busy}>
        {translate(busy ? 'login.submitting' : 'login.submit')}
      </Button>
      <PasskeyButton remember={remember} onDone={onDone} onFailure={fail} />
    </Stack>
  )
}
