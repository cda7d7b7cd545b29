import { Button, Checkbox, Divider, FormControlLabel, Link, Stack, Typography } from '@mui/material'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { addresses } from '../../addresses'
import { safePath } from '../../authProvider/safePath'
import { getToken, takeRememberedPath } from '../../authProvider/session'
import { lazyPart } from '../../components/lazyPart'
import { dismissToast, toast } from '../../components/toast/toasts'
import { useConfig } from '../../config'
import { useClient } from '../../dataProvider/client'
import { usePublicTranslate, usePublicTranslateText } from '../../i18n'
import { goTo, linkTo } from '../../navigation'
import { Failure } from './Failure'
import { PasskeyButton, useHasPasskeys } from './PasskeyButton'
import { ProviderButtons } from './ProviderButtons'
import { PublicPage, TextInput } from './PublicPage'
import type { FirstStep } from './SecondStep'
import type { LoginErrors } from './schemas'
import { failureOf, needsSecondFactor, signIn } from './signIn'

const goOn = () => goTo(safePath(takeRememberedPath()), { replace: true })

const SecondStep = lazyPart(() => import('./SecondStep'))

// Large, so it loads when the form gets the focus; the form works before that.
const loadSchemas = () => import('./schemas')

/** What the page before this one knows: the e-mail address, and what to do before the sign-in. */
function readState() {
  const state: unknown = window.history.state
  if (typeof state !== 'object' || state === null) return {}
  return {
    email: 'email' in state && typeof state.email === 'string' ? state.email : undefined,
    note: 'note' in state && typeof state.note === 'string' ? state.note : undefined,
  }
}

/** Sign-in form. Spec 1, section 2, "Login screen". */
export default function LoginPage() {
  const translate = usePublicTranslate()
  const translateText = usePublicTranslateText()
  const client = useClient()
  const { productName, links, passwordLogin, signUp } = useConfig()
  const [errors, setErrors] = useState<LoginErrors>({})
  const [failure, setFailure] = useState<{ title: string; description: string | undefined }>()
  const [busy, setBusy] = useState(false)
  const [first, setFirst] = useState<FirstStep>()
  const [isFirstDone, setFirstDone] = useState(false)
  const remember = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const hasPasskeys = useHasPasskeys()
  const [{ email: known, note }] = useState(readState)
  const keepPassword = useCallback(
    (input: HTMLInputElement | null) => {
      password.current = input
      // What comes before it is known, as after the way back from the second step.
      if (first ?? known) input?.focus()
    },
    [first, known],
  )
  const isRemembered = () => remember.current?.checked ?? true

  // Somebody who is signed in has nothing to do here.
  useEffect(() => {
    if (getToken() && window.location.pathname === addresses.login) goOn()
  }, [])

  function fail(error: unknown) {
    const { title, text, seconds } = failureOf(error)
    const description = seconds ? translate('login.errors.tooMany', { seconds }) : text && translateText(text)
    const failed = { title: translate(title), description }
    setFailure(failed)
    toast({ kind: 'error', ...failed })
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    dismissToast()
    const form = event.currentTarget
    const typed = new FormData(form)
    let entered: FirstStep | undefined
    try {
      const checked = (await loadSchemas()).checkLogin(typed)
      setErrors(checked.errors)
      if (!checked.login) {
        const wrong = checked.errors.email ? 'email' : 'password'
        form.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus()
        return
      }
      entered = { login: checked.login, remember: typed.has('remember') }
      await signIn(client, entered.login, entered.remember)
      goOn()
    } catch (error) {
      if (entered && needsSecondFactor(error)) {
        setFirst(entered)
        setFirstDone(true)
        return
      }
      fail(error)
      // The button that was pressed has lost it while it was busy.
      password.current?.focus()
    } finally {
      setBusy(false)
    }
  }

  if (first && isFirstDone) return <SecondStep {...first} onDone={goOn} onBack={() => setFirstDone(false)} />
  return (
    <PublicPage
      title={translate('login.title', { product: productName })}
      hint={passwordLogin ? translate('login.hint', { product: productName }) : undefined}
    >
      <Stack
        component="form"
        noValidate
        spacing={2}
        sx={passwordLogin ? undefined : { display: 'none' }}
        onSubmit={(event) => void submit(event)}
        onFocus={() => void loadSchemas()}
      >
        {note && (
          <Typography sx={{ p: 1.5, borderRadius: 1, bgcolor: 'action.hover' }}>
            {translateText(note)}
          </Typography>
        )}
        <TextInput
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={first?.login.email ?? known}
          label={translate('login.email')}
          error={errors.email && translate(errors.email)}
        />
        <TextInput
          ref={keepPassword}
          name="password"
          type="password"
          autoComplete="current-password"
          label={translate('login.password')}
          error={errors.password && translate(errors.password)}
        />
        <Stack
          direction="row"
          sx={{ justifyContent: 'space-between', alignItems: 'center', flexWrap: 'wrap' }}
        >
          <FormControlLabel
            control={
              <Checkbox
                name="remember"
                defaultChecked={first?.remember ?? true}
                slotProps={{ input: { ref: remember } }}
              />
            }
            label={translate('login.remember')}
            slotProps={{ typography: { variant: 'body2' } }}
          />
          <Link variant="body2" {...linkTo(addresses.forgotPassword)}>
            {translate('login.forgot')}
          </Link>
        </Stack>
        {failure && <Failure {...failure} />}
        <Button type="submit" variant="contained" size="large" loading={busy} loadingPosition="start">
          {translate(busy ? 'login.submitting' : 'login.submit')}
        </Button>
      </Stack>
      <ProviderButtons errand={() => ({ kind: 'signIn', remember: isRemembered() })}>
        {hasPasskeys && <PasskeyButton remember={isRemembered} onDone={goOn} onFailure={fail} />}
      </ProviderButtons>
      {signUp && <Divider sx={{ my: 3 }} />}
      <Stack
        direction="row"
        spacing={2}
        sx={{
          display: signUp ? undefined : 'none',
          alignItems: 'center',
          justifyContent: 'space-between',
          flexWrap: 'wrap',
        }}
      >
        <Typography color="text.secondary">{translate('login.noAccount')}</Typography>
        <Button {...linkTo(addresses.signUp)} sx={{ mr: -1 }}>
          {translate('login.signUp')}
        </Button>
      </Stack>
      {links.legacy && (
        <Typography sx={{ mt: 2 }}>
          <Link href={links.legacy}>{translate('login.legacy')}</Link>
        </Typography>
      )}
    </PublicPage>
  )
}
