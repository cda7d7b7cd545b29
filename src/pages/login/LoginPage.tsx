import { Box, Button, Checkbox, Divider, FormControlLabel, Link, Stack, Typography } from '@mui/material'
import { type FormEvent, useRef, useState } from 'react'
import { addresses } from '../../addresses'
import { safePath } from '../../authProvider/safePath'
import { takeRememberedPath } from '../../authProvider/session'
import { lazyPart } from '../../components/lazyPart'
import { toast } from '../../components/toast/toasts'
import { useConfig } from '../../config'
import { useClient } from '../../dataProvider/client'
import { usePublicTranslate, usePublicTranslateText } from '../../i18n'
import { goTo, linkTo } from '../../navigation'
import { PasskeyButton } from './PasskeyButton'
import { ProviderButtons } from './ProviderButtons'
import { PublicPage, TextInput } from './PublicPage'
import type { FirstStep } from './SecondStep'
import type { LoginErrors } from './schemas'
import { failureOf, needsSecondFactor, signIn } from './signIn'

const goOn = () => goTo(safePath(takeRememberedPath()), { replace: true })

const focus = (input: HTMLInputElement | null) => input?.focus()

const SecondStep = lazyPart(() => import('./SecondStep'))

// Large, so it loads when the form gets the focus; the form works before that.
const loadSchemas = () => import('./schemas')

/** The e-mail address that the page before this one knows. */
const emailOf = (state: unknown) =>
  typeof state === 'object' && state && 'email' in state ? String(state.email) : undefined

/** Sign-in form. Spec 1, section 2, "Login screen". */
export default function LoginPage() {
  const translate = usePublicTranslate()
  const translateText = usePublicTranslateText()
  const client = useClient()
  const { productName, links } = useConfig()
  const [errors, setErrors] = useState<LoginErrors>({})
  const [failure, setFailure] = useState<{ title: string; description: string | undefined }>()
  const [busy, setBusy] = useState(false)
  const [first, setFirst] = useState<FirstStep>()
  const [isFirstDone, setFirstDone] = useState(false)
  const remember = useRef<HTMLInputElement>(null)

  function fail(error: unknown) {
    const { title, text } = failureOf(error)
    const failed = { title: translate(title), description: text && translateText(text) }
    setFailure(failed)
    toast({ kind: 'error', ...failed })
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFailure(undefined)
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
    } finally {
      setBusy(false)
    }
  }

  if (first && isFirstDone) return <SecondStep {...first} onDone={goOn} onBack={() => setFirstDone(false)} />
  return (
    <PublicPage
      title={translate('login.title', { product: productName })}
      hint={translate('login.hint', { product: productName })}
    >
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
          defaultValue={first?.login.email ?? emailOf(window.history.state)}
          label={translate('login.email')}
          error={errors.email && translate(errors.email)}
        />
        <TextInput
          // After the way back from the second step.
          ref={first && focus}
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
        {failure && (
          <Box sx={{ color: 'error.main' }}>
            <Typography sx={{ fontWeight: 600 }}>{failure.title}</Typography>
            {failure.description}
          </Box>
        )}
        <Button type="submit" variant="contained" size="large" loading={busy}>
          {translate(busy ? 'login.submitting' : 'login.submit')}
        </Button>
        <PasskeyButton onDone={goOn} onFailure={fail} />
      </Stack>
      <ProviderButtons errand={() => ({ kind: 'signIn', remember: remember.current?.checked ?? true })} />
      <Divider sx={{ my: 3 }} />
      <Stack
        direction="row"
        spacing={2}
        sx={{ alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap' }}
      >
        <Typography color="text.secondary">{translate('login.noAccount')}</Typography>
        <Button {...linkTo(addresses.signUp)}>{translate('login.signUp')}</Button>
      </Stack>
      {links.legacy && (
        <Typography sx={{ mt: 2 }}>
          <Link href={links.legacy}>{translate('login.legacy')}</Link>
        </Typography>
      )}
    </PublicPage>
  )
}
