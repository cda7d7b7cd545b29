import { useEffect, useLayoutEffect, useState } from 'react'
import { CoreAdminContext, CoreAdminUI, CustomRoutes, Resource } from 'react-admin'
import {
  createBrowserRouter,
  matchPath,
  Route,
  RouterProvider,
  Routes,
  useRouteError,
} from 'react-router-dom'
import { configSchema } from '#contract/config'
import { AccountLayout } from './AccountLayout'
import { addresses, spacePatterns } from './addresses'
import { authProvider } from './authProvider'
import { watchToken } from './authProvider/session'
import { noteServerTime } from './clock/server'
import { leaveDraftsWhenClosed } from './components/draft/draftStorage'
import { lazyPart } from './components/lazyPart'
import { NotFound } from './components/page/NotFound'
import { DefinitionProvider } from './components/resource/definition'
import { NotificationBridge } from './components/toast/NotificationBridge'
import { useConfig } from './config'
import { consoleStore } from './consoleStore'
import { connection } from './dataProvider/connection'
import { AccountDataProvider, createQueryClient } from './dataProvider/SpaceProvider'
import { useI18nProvider } from './i18n'
import { addressChanged } from './navigation'
import { ErrorPage } from './pages/error/ErrorPage'
import { registry } from './resources/registry'
import { SpacePage, spaces } from './resources/spaces'
import { SpaceRoutes } from './SpaceRoutes'

const AdminRoutes = lazyPart(() => import('./AdminRoutes'))
const ProfilePage = lazyPart(() => import('./pages/profile/ProfilePage'), 'profile')
const SecurityPage = lazyPart(() => import('./pages/profile/security/SecurityPage'), 'profile')

const NotificationsPage = lazyPart(() => import('./pages/profile/notifications/NotificationsPage'), 'profile')

connection.onAnswer = noteServerTime

const accountResources = registry.filter(({ scope }) => scope === 'account')

const spaceInfo = (
  <DefinitionProvider value={spaces}>
    <SpacePage />
  </DefinitionProvider>
)

/** Preloads the list that an address of a space names. Never fails. */
export async function preloadPage(pathname: string): Promise<void> {
  const segment = matchPath(`${spacePatterns.page}/:segment`, pathname)?.params.segment
  await registry.find((resource) => resource.scope === 'space' && resource.name === segment)?.list.preload?.()
}

/** Addresses for signed-out people; each has a page. */
export const PUBLIC_ADDRESSES = [
  addresses.login,
  addresses.forgotPassword,
  addresses.newPassword,
  addresses.recovery,
  addresses.signUp,
  addresses.verification,
  addresses.invitation,
  addresses.guest,
  addresses.setup,
  addresses.callback,
] as const

/** Addresses outside the signed-in console. */
const SIGNED_OUT = ['/', ...PUBLIC_ADDRESSES, '/cs/*', '/en/*', '/de/*']

/** Hands an address outside the signed-in console back to `Console`. */
function SignedOut() {
  useEffect(addressChanged, [])
  return null
}

function SignedIn() {
  configSchema.parse(useConfig())
  const i18nProvider = useI18nProvider()
  const [queryClient] = useState(createQueryClient)
  useEffect(() => watchToken(() => window.location.reload()), [])
  useEffect(leaveDraftsWhenClosed, [])
  return (
    <CoreAdminContext {...{ authProvider, i18nProvider, queryClient, store: consoleStore }}>
      <NotificationBridge />
      <AccountDataProvider>
        <CoreAdminUI
          layout={AccountLayout}
          catchAll={NotFound}
          error={ErrorPage}
          loginPage={false}
          requireAuth
          disableTelemetry
        >
          {accountResources.map((definition) => (
            <Resource
              key={definition.name}
              name={definition.name}
              recordRepresentation={definition.recordRepresentation}
              list={
                <DefinitionProvider value={definition}>
                  <Routes>
                    <Route index element={<definition.list />} />
                    <Route path="*" element={<NotFound />} />
                  </Routes>
                </DefinitionProvider>
              }
            />
          ))}
          <CustomRoutes noLayout>
            {SIGNED_OUT.map((path) => (
              <Route key={path} path={path} element={<SignedOut />} />
            ))}
          </CustomRoutes>
          <CustomRoutes>
            <Route path={addresses.profile} element={<ProfilePage />} />
            <Route path={addresses.security} element={<SecurityPage />} />
            <Route path={`${addresses.profile}/notifications`} element={<NotificationsPage />} />
            <Route path={`${addresses.admin}/*`} element={<AdminRoutes />} />
            <Route path={spacePatterns.detail} element={spaceInfo} />
            <Route path={spacePatterns.page} element={spaceInfo} />
            <Route path={`${spacePatterns.page}/*`} element={<SpaceRoutes />} />
          </CustomRoutes>
        </CoreAdminUI>
      </AccountDataProvider>
    </CoreAdminContext>
  )
}

/** Passes the error on to the error boundary around the router. */
function RouteError(): never {
  throw useRouteError()
}

const routes = [{ path: '*', element: <SignedIn />, errorElement: <RouteError /> }]

/** The console of a signed-in person. Everything here loads after the sign-in. */
export default function App() {
  const [router, setRouter] = useState<ReturnType<typeof createBrowserRouter>>()
  useLayoutEffect(() => {
    const created = createBrowserRouter(routes)
    // oxlint-disable-next-line react/set-state-in-effect -- a router listens as soon as it is created: one from an abandoned render would never stop
    setRouter(created)
    return () => created.dispose()
  }, [])
  return router && <RouterProvider router={router} />
}
