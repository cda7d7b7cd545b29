import { Button, Checkbox, Divider, FormControlLabel, Link, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import type { Login } from '#contract/auth'
import { addresses } from '../../addresses'
import { safePath } from '../../authProvider/safePath'
import { takeRememberedPath } from '../../authProvider/session'
import { lazyPart } from '../../components/lazyPart'
import { useConfig } from '../../config'
import { usePublicTranslate } from '../../i18n'
import { goTo, linkTo } from '../../navigation'
import { PasswordForm } from './PasswordForm'
import { ProviderButtons } from './ProviderButtons'
import { PublicPage } from './PublicPage'

const goOn = () => goTo(safePath(takeRememberedPath()), { replace: true })

const SecondStep = lazyPart(() => import('./SecondStep'))

/** Sign-in page. Spec 1, section 2, "Login screen". */
export default function LoginPage() {
  const translate = usePublicTranslate()
  const { productName, links, passwordLogin, signUp } = useConfig()
  const [remember, setRemember] = useState(true)
  /** What the first step was; a second one follows. */
  const [first, setFirst] = useState<Login>()
  /** The e-mail address of a first step that the person came back to. */
  const [email, setEmail] = useState<string>()

  if (first) {
    const goBack = () => {
      setEmail(first.email)
      setFirst(undefined)
    }
    return <SecondStep login={first} remember={remember} onDone={goOn} onBack={goBack} />
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
      {passwordLogin && (
        <PasswordForm email={email} remember={remember} onSecondStep={setFirst} onDone={goOn}>
          <Stack
            direction="row"
            sx={{ justifyContent: 'space-between', alignItems: 'center', flexWrap: 'wrap' }}
          >
            {rememberBox}
            <Link variant="body2" {...linkTo(addresses.forgotPassword)}>
              {translate('login.forgot')}
            </Link>
          </Stack>
        </PasswordForm>
      )}
      <ProviderButtons errand={{ kind: 'signIn', remember }}>{!passwordLogin && rememberBox}</ProviderButtons>
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
