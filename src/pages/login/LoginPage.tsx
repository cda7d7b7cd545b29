import { Button, Checkbox, Divider, FormControlLabel, Link, Stack, styled, Typography } from '@mui/material'
import { useEffect, useLayoutEffect, useState } from 'react'
import type { Login } from '#contract/auth'
import { addresses } from '../../addresses'
import { safePath } from '../../authProvider/safePath'
import {
  clearSignOutReason,
  getSignOutReason,
  getToken,
  takeRememberedPath,
  watchToken,
} from '../../authProvider/session'
import { lazyPart } from '../../components/lazyPart'
import { toast } from '../../components/toast/toasts'
import { useConfig } from '../../config'
import { usePublicTranslate, useTranslateText } from '../../i18n'
import { goTo, linkTo } from '../../navigation'
import { isStorageBlocked } from '../../storage'
import { Failure } from './Failure'
import { ProviderButtons } from './ProviderButtons'
import { PublicPage } from './PublicPage'
import { PasskeyButton, useHasPasskeys } from './signIn/PasskeyButton'
import { PasswordForm } from './signIn/PasswordForm'
import { failureOf, knownState } from './signIn/signIn'

const goOn = () => goTo(safePath(takeRememberedPath()), { replace: true })

/** Says why the page is shown. */
const Note = styled('p')(({ theme }) => ({
  ...theme.typography.body1,
  margin: theme.spacing(0, 0, 2),
  padding: theme.spacing(1.5),
  borderRadius: theme.shape.borderRadius,
  backgroundColor: theme.palette.action.hover,
}))

const NoAdmin = lazyPart(() => import('./links/NoAdmin'))
const SecondStep = lazyPart(() => import('./signIn/SecondStep'))
const StorageNote = lazyPart(() => import('./links/StorageNote'))

/** Sign-in page. Rules, "Sign-in". */
export default function LoginPage() {
  const translate = usePublicTranslate()
  const translateText = useTranslateText()
  const { productName, links, passwordLogin, signUp, needsAdmin } = useConfig()
  const [hasNoAdmin, setNoAdmin] = useState(() => needsAdmin && knownState().isStart)
  const hasPasskeys = useHasPasskeys()
  const [remember, setRemember] = useState(true)
  const [failure, setFailure] = useState<{ title: string; description?: string; seconds?: string }>()
  /** Input of the first step, while the second step is shown. */
  const [first, setFirst] = useState<{ login: Login; factors: string[] }>()
  /** E-mail address of a first step that the person went back to. */
  const [email, setEmail] = useState<string>()
  const [reason] = useState(getSignOutReason)
  useEffect(clearSignOutReason, [])

  // Forwards a signed-in person before the form is painted.
  useLayoutEffect(() => {
    if (getToken() && window.location.pathname === addresses.login) goOn()
    // Also after a sign-in in another tab; if that is another person, the next page says so.
    return watchToken(() => getToken() && goOn())
  }, [])

  if (hasNoAdmin) return <NoAdmin onSignIn={() => setNoAdmin(false)} />

  function fail(error: unknown) {
    const { title, text, seconds } = failureOf(error)
    const description = seconds ? translate('login.errors.tooMany', { seconds }) : text && translateText(text)
    const failed = { title: translate(title), description }
    setFailure({ ...failed, seconds })
    toast({ kind: 'error', ...failed })
  }

  if (first) {
    const goBack = () => {
      setEmail(first.login.email)
      setFirst(undefined)
    }
    return <SecondStep {...first} remember={remember} onDone={goOn} onBack={goBack} />
  }
  const rememberBox = (
    <FormControlLabel
      control={
        <Checkbox name="remember" checked={remember} onChange={(_event, checked) => setRemember(checked)} />
      }
      label={translate('login.remember')}
      slotProps={{ typography: { variant: 'body2' } }}
    />
  )
  return (
    <PublicPage
      title={translate('login.title', { product: productName })}
      hint={passwordLogin ? translate('login.hint', { product: productName }) : undefined}
    >
      {isStorageBlocked() && <StorageNote />}
      {reason && <Note>{translate(`login.why.${reason}`)}</Note>}
      {passwordLogin && (
        <PasswordForm
          email={email}
          remember={remember}
          onBegin={() => setFailure(undefined)}
          onFailure={fail}
          onSecondStep={(login, factors) => setFirst({ login, factors })}
          onDone={goOn}
        >
          <Stack
            direction="row"
            sx={{ justifyContent: 'space-between', alignItems: 'center', flexWrap: 'wrap' }}
          >
            {rememberBox}
            <Link variant="body2" {...linkTo(addresses.forgotPassword)}>
              {translate('login.forgot')}
            </Link>
          </Stack>
          {failure && <Failure {...failure} />}
        </PasswordForm>
      )}
      <ProviderButtons errand={{ kind: 'signIn', remember }}>
        {!passwordLogin && rememberBox}
        {hasPasskeys && <PasskeyButton remember={remember} onDone={goOn} onFailure={fail} />}
      </ProviderButtons>
      {signUp && (
        <>
          <Divider sx={{ my: 3 }} />
          <Stack
            direction="row"
            spacing={2}
            sx={{ alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap' }}
          >
            <Typography color="text.secondary">{translate('login.noAccount')}</Typography>
            <Button {...linkTo(addresses.signUp)} sx={{ mr: -1 }}>
              {translate('login.signUp')}
            </Button>
          </Stack>
        </>
      )}
      {links.legacy && (
        <Typography sx={{ mt: 2 }}>
          <Link href={links.legacy}>{translate('login.legacy')}</Link>
        </Typography>
      )}
    </PublicPage>
  )
}
