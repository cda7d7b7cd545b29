import { type ReactElement, Suspense, useLayoutEffect, useState } from 'react'
import { addresses } from './addresses'
import { getToken, keptOutcome, otherOwner } from './authProvider/session'
import { lazyPart, Waiting } from './components/lazyPart'
import { Toaster } from './components/toast/Toaster'
import { useI18n } from './components/useI18n'
import { I18nRoot } from './i18n'
import { loadTexts } from './i18n/catalogs'
import { ConnectionBanner } from './layout/ConnectionBanner'
import { goTo, usePathname } from './navigation'
import LoginPage from './pages/login/LoginPage'

const App = lazyPart(async () => {
  const app = await import('./App')
  await app.preloadPage(window.location.pathname)
  return app
})

/** Preloads what the address needs, whether or not somebody is signed in. Never fails. */
export const preloadConsole = () =>
  Promise.all([loadTexts().catch(() => undefined), getToken() !== null && App.preload()])

const CallbackPage = lazyPart(() => import('./pages/login/CallbackPage'))
const ForgotPasswordPage = lazyPart(() => import('./pages/login/links/ForgotPasswordPage'))
const GuestPage = lazyPart(() => import('./pages/guest/GuestPage'))
const InvitationPage = lazyPart(() => import('./pages/login/links/InvitationPage'))
const OtherPerson = lazyPart(() => import('./pages/login/links/OtherPerson'))
const NewPasswordPage = lazyPart(() => import('./pages/login/links/NewPasswordPage'))
const RecoveryPage = lazyPart(() => import('./pages/login/links/RecoveryPage'))
const SetupPage = lazyPart(() => import('./pages/login/links/SetupPage'))
const SignUpPage = lazyPart(() => import('./pages/login/signUp/SignUpPage'))
const VerificationPage = lazyPart(() => import('./pages/login/links/VerificationPage'))

/** Pages for signed-out people, by path. */
const PUBLIC_PAGES: Record<string, ReactElement> = {
  [addresses.login]: <LoginPage />,
  [addresses.forgotPassword]: <ForgotPasswordPage />,
  [addresses.newPassword]: <NewPasswordPage />,
  [addresses.recovery]: <RecoveryPage />,
  [addresses.signUp]: <SignUpPage />,
  [addresses.verification]: <VerificationPage />,
  [addresses.invitation]: <InvitationPage />,
  [addresses.guest]: <GuestPage />,
  [addresses.setup]: <SetupPage />,
  [addresses.callback]: <CallbackPage />,
}

/** The address to redirect to: from an address without a page, or after a provider's sign-in. Rules, "Addresses". */
function redirectOf(pathname: string): string | undefined {
  if (keptOutcome() && pathname !== addresses.callback) return addresses.callback
  if (pathname === '/') return getToken() ? addresses.spaces : addresses.login
  return /^\/(cs|en|de)(\/|$)/.test(pathname) ? addresses.spaces : undefined
}

/** The signed-in console, unless the tab belongs to somebody else. */
function OwnersTab() {
  const [owner, setOwner] = useState(otherOwner)
  return owner ? <OtherPerson owner={owner} onGoOn={() => setOwner(null)} /> : <App />
}

/** Every page of the console. Pages for signed-out people are here; others load after sign-in. Rules, "Addresses". */
export function Console() {
  const pathname = usePathname()
  const i18nProvider = useI18n()
  const redirect = redirectOf(pathname)
  useLayoutEffect(() => {
    // The login page offers the setup only to people who opened the root address.
    if (redirect) goTo(redirect, { replace: true, state: { isStart: pathname === '/' } })
  }, [redirect, pathname])
  if (!i18nProvider || redirect) return null

  return (
    <I18nRoot value={i18nProvider}>
      <Suspense fallback={<Waiting />}>
        {PUBLIC_PAGES[pathname.replace(/(.)\/$/, '$1').toLowerCase()] ?? <OwnersTab />}
      </Suspense>
      <ConnectionBanner />
      <Toaster />
    </I18nRoot>
  )
}
