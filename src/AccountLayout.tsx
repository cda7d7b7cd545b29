import { type ReactNode, Suspense, useEffect, useMemo } from 'react'
import { useLocation, useMatch } from 'react-router-dom'
import { profileApi } from '#contract/profile'
import { spacePatterns } from './addresses'
import { roleInToken } from './authProvider'
import { getToken, storeUser } from './authProvider/session'
import { browserTimezone, setTimezone } from './clock'
import { ConfirmIdentity } from './components/confirm/ConfirmIdentity'
import { Waiting } from './components/lazyPart'
import { NotFound } from './components/page/NotFound'
import { useCapability } from './config'
import { AccountProvider, CurrentSpaceProvider } from './dataProvider/account'
import { useProfile } from './dataProvider/answers'
import { callEndpoint } from './dataProvider/call'
import { ApiError, isMissing, useClient } from './dataProvider/client'
import { useGetOne } from './dataProvider/queries'
import { Layout } from './layout/Layout'
import { useSpaceBefore } from './layout/lastSpace'
import { ErrorBoundary } from './pages/error/ErrorPage'
import { useLanguage } from './preferences'

/** Tells the server the language and time zone of this browser, for e-mails and push messages to the person. */
function useLocaleNoted(userId: string | undefined) {
  const client = useClient()
  const language = useLanguage()
  const isAsked = useCapability(profileApi.noteLocale.capability)
  useEffect(() => {
    if (userId === undefined || !isAsked) return
    const note = async (timezone: string) =>
      callEndpoint(client, profileApi.noteLocale, { body: { language, timezone } })
    void note(browserTimezone())
      // A server that does not know the zone takes UTC instead.
      .catch(async (error: unknown) => error instanceof ApiError && error.status === 400 && note('UTC'))
      // The next visit tries again.
      .catch(() => undefined)
  }, [client, userId, language, isAsked])
}

/** Provides the signed-in person and the space of the address to the layout and every page in it. */
export function AccountLayout({ children }: { children?: ReactNode }) {
  const profile = useProfile().data
  useEffect(() => {
    if (!profile) return
    storeUser(profile)
    setTimezone(profile.timezone)
  }, [profile])
  useLocaleNoted(profile?.id)
  const { pathname } = useLocation()
  const spaceMatch = useMatch(`${spacePatterns.page}/*`)
  const detailMatch = useMatch(spacePatterns.detail)
  const spaceId = (spaceMatch ?? detailMatch)?.params.spaceId
  const { data: space, error } = useGetOne('spaces', { id: spaceId }, { enabled: spaceId !== undefined })
  const before = useSpaceBefore(spaceId)
  const current = spaceId ? space : undefined
  const isUnknownSpace = spaceId !== undefined && isMissing(error)
  const account = useMemo(
    () => ({ profile, systemRole: profile?.system_role ?? roleInToken(getToken()) }),
    [profile],
  )
  return (
    <AccountProvider value={account}>
      <CurrentSpaceProvider value={current ?? before}>
        <ConfirmIdentity />
        <Layout spaceId={isUnknownSpace ? undefined : (spaceId ?? before?.id)}>
          <ErrorBoundary resetKey={pathname}>
            {/* The page itself is never in the previous space. */}
            <CurrentSpaceProvider value={current}>
              <Suspense fallback={<Waiting />}>{isUnknownSpace ? <NotFound /> : children}</Suspense>
            </CurrentSpaceProvider>
          </ErrorBoundary>
        </Layout>
      </CurrentSpaceProvider>
    </AccountProvider>
  )
}
