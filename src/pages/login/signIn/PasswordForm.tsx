import { Stack, Typography } from '@mui/material'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Login } from '#contract/auth'
import { CONFIG_DEFAULTS } from '#contract/config/defaults'
import { LoadingButton } from '../../../components/action/LoadingButton'
import { dismissToast } from '../../../components/toast/toasts'
import { useConfig } from '../../../config'
import { useClient } from '../../../dataProvider/client'
import { usePublicTranslate, useTranslateText } from '../../../i18n'
import { TextInput } from '../PublicPage'
import type { LoginErrors } from './checkLogin'
import { knownState, neededFactors, signIn } from './signIn'

// Large, so it loads on the first input; the form works before that.
const loadCheck = () => import('./checkLogin')

interface PasswordFormProps {
  /** E-mail address of a person who came back from the second step. */
  email: string | undefined
  remember: boolean
  /** The sign-in begins; it may fail. */
  onBegin: () => void
  onFailure: (error: unknown) => void
  /** The password is right, and a second factor is needed. */
  onSecondStep: (login: Login, factors: string[]) => void
  onDone: () => void
  /** Between the inputs and the button. */
  children: ReactNode
}

export function PasswordForm(props: PasswordFormProps) {
  const { remember, onBegin, onFailure, onSecondStep, onDone, children } = props
  const translate = usePublicTranslate()
  const translateText = useTranslateText()
  const client = useClient()
  const { capabilities } = useConfig()
  const [errors, setErrors] = useState<LoginErrors>({})
  const [busy, setBusy] = useState(false)
  const [{ email: known, note }] = useState(knownState)
  const email = props.email ?? known
  const first = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)

  // People type next: the password if the address is known.
  useEffect(() => (email === undefined ? first : password).current?.focus(), [email])

  async function send(login: Login) {
    try {
      await signIn(client, login, remember)
      onDone()
    } catch (error) {
      const factors = neededFactors(error)
      if (!factors) throw error
      onSecondStep(login, factors)
    }
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    onBegin()
    dismissToast()
    const form = event.currentTarget
    const typed = new FormData(form)
    try {
      const checked = (await loadCheck()).checkLogin(typed, capabilities)
      setErrors(checked.errors)
      const wrong = checked.errors.email ? 'email' : 'password'
      if (checked.login) await send(checked.login)
      else form.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus()
    } catch (error) {
      onFailure(error)
      // The pressed button lost the focus while it was busy.
      password.current?.focus()
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
      onInput={() => void loadCheck()}
    >
      {note && (
        <Typography sx={{ p: 1.5, borderRadius: 1, bgcolor: 'action.hover' }}>
          {translateText(note)}
        </Typography>
      )}
      <TextInput
        ref={first}
        name="email"
        type="email"
        autoComplete="username webauthn"
        defaultValue={email}
        label={translate('login.email')}
        error={errors.email && translate(errors.email)}
      />
      <TextInput
        ref={password}
        name="password"
        type="password"
        autoComplete="current-password"
        label={translate('login.password')}
        // Passwords that are older than a stricter rule still sign in.
        error={errors.password && translate(errors.password, { length: CONFIG_DEFAULTS.passwords.minLength })}
      />
      {children}
      <LoadingButton type="submit" variant="contained" size="large" loading={busy} loadingPosition="start">
        {translate(busy ? 'login.submitting' : 'login.submit')}
      </LoadingButton>
    </Stack>
  )
}
