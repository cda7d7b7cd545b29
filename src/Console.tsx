import { lazy, type ReactElement, Suspense, useLayoutEffect } from 'react'
import { addresses } from './addresses'
import { getToken } from './authProvider/session'
import { lazyPart, Waiting } from './components/lazyPart'
import { Toaster } from './components/toast/Toaster'
import { I18nRoot } from './i18n'
import { catalogs, preloadCatalog, publicCatalogs, useCatalog } from './i18n/catalogs'
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
  Promise.all([
    preloadCatalog(publicCatalogs),
    ...(getToken() ? [App.preload(), preloadCatalog(catalogs)] : []),
  ])

const CallbackPage = lazy(() => import('./pages/login/CallbackPage'))
const ForgotPasswordPage = lazy(() => import('./pages/login/ForgotPasswordPage'))
const NewPasswordPage = lazy(() => import('./pages/login/NewPasswordPage'))
const RecoveryPage = lazy(() => import('./pages/login/RecoveryPage'))
const SetupPage = lazy(() => import('./pages/login/SetupPage'))
const SignUpPage = lazy(() => import('./pages/login/SignUpPage'))
const VerificationPage = lazy(() => import('./pages/login/VerificationPage'))

/** Pages for signed-out people, by path. */
const PUBLIC_PAGES: Record<string, ReactElement> = {
  [addresses.login]: <LoginPage />,
  [addresses.forgotPassword]: <ForgotPasswordPage />,
  [addresses.newPassword]: <NewPasswordPage />,
  [addresses.recovery]: <RecoveryPage />,
  [addresses.signUp]: <SignUpPage />,
  [addresses.verification]: <VerificationPage />,
  [addresses.setup]: <SetupPage />,
  [addresses.callback]: <CallbackPage />,
}

/** Where to go from an address that has no page. Rules, "Addresses". */
function redirectOf(pathname: string): string | undefined {
  if (pathname === '/') return getToken() ? addresses.spaces : addresses.login
  return /^\/(cs|en|de)(\/|$)/.test(pathname) ? addresses.spaces : undefined
}

/** The signed-in console with all texts of the language. */
function SignedIn() {
  const i18nProvider = useCatalog(catalogs)
  if (!i18nProvider) return <Waiting />
  return (
    <I18nRoot value={i18nProvider}>
      <App i18nProvider={i18nProvider} />
    </I18nRoot>
  )
}

/** Every page of the console. Those for signed-out people are here; the others load after the sign-in. Rules, "Addresses". */
export function Console() {
  const pathname = usePathname()
  const i18nProvider = useCatalog(publicCatalogs)
  const redirect = redirectOf(pathname)
  useLayoutEffect(() => {
    if (redirect) goTo(redirect, { replace: true })
  }, [redirect])
  if (!i18nProvider || redirect) return null

  return (
    <I18nRoot value={i18nProvider}>
      <Suspense fallback={<Waiting />}>
        {PUBLIC_PAGES[pathname.replace(/(.)\/$/, '$1').toLowerCase()] ?? <SignedIn />}
      </Suspense>
      <ConnectionBanner />
      <Toaster />
    </I18nRoot>
  )
}
