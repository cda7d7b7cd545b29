import { Alert, Box, Button, CircularProgress, Stack } from '@mui/material'
import { useEffect } from 'react'
import { AUTH_ERRORS } from '#contract/auth/errors'
import { addresses, invitationAddress } from '../../addresses'
import { type Errand, returnFromProvider, takeErrand } from '../../authProvider/errands'
import { readReturn } from '../../authProvider/oauthReturn'
import { safePath } from '../../authProvider/safePath'
import {
  clearOutcome,
  clearSession,
  getToken,
  keepOutcome,
  keptOutcome,
  rememberPath,
  takeRememberedPath,
} from '../../authProvider/session'
import { toast } from '../../components/toast/toasts'
import { useConfig } from '../../config'
import { ApiError, type Client, reasonOf, useClient } from '../../dataProvider/client'
import { useTranslateText } from '../../i18n'
import { goTo, linkTo } from '../../navigation'
import { isStorageBlocked } from '../../storage'
import StorageNote from './links/StorageNote'
import { useTranslate } from './links/texts'
import { useOnce } from './links/useOnce'
import { PublicPage } from './PublicPage'
import { startSession } from './signIn/signIn'

/** Milliseconds for which a success stays before the next page opens. Rules, "Providers". */
const REDIRECT_AFTER = { signIn: 500, signUp: 2000 }

/** Milliseconds that a browser may need to go back. */
const BACK_WITHIN = 1000

/** Opens the page that the person wanted. It stays remembered until then, even if they open another page. */
const open = () => goTo(safePath(takeRememberedPath()), { replace: true })

/** Goes back to the sign-in page if the history allows; that page forwards a signed-in person. */
function goOn() {
  if (returnFromProvider()) setTimeout(open, BACK_WITHIN)
  else open()
}

/** Outcome of the return. `popup`: the opener window continues. */
type Outcome = { kind: Errand['kind'] } | { kind: 'failed'; failure: string; isUnknown: boolean }

/** Takes the outcome that this page stored before it went back in the history. */
function takeOutcome(): Outcome | null {
  const kept = keptOutcome()
  clearOutcome()
  // Only this tab can have written it.
  return kept === null ? null : JSON.parse(kept)
}

/**
 * Shows an outcome on the page that left for the provider, so that the back button does not lead to used pages of the
 * provider.
 */
function showThere(outcome: Outcome): Outcome | Promise<Outcome> {
  if (outcome.kind === 'popup' || outcome.kind === 'signIn' || !returnFromProvider()) return outcome
  keepOutcome(JSON.stringify(outcome))
  return new Promise((resolve) => {
    setTimeout(() => resolve(takeOutcome() ?? outcome), BACK_WITHIN)
  })
}

/** Registers with the provider's code, or completes the registration of an invitation. Errors: ApiError. */
async function register(
  client: Client,
  errand: Extract<Errand, { kind: 'signUp' }>,
  provider: string,
  code: string,
) {
  const { registrationApi } = await import('#contract/registration')
  const { invitation, spaceId } = errand
  const { path } = invitation ? registrationApi.complete : registrationApi.create
  const account = { id: null, token: null, email: null, ...invitation, space_id: spaceId }
  await client.request('POST', path, { body: { ...account, provider, data: code }, anonymous: true })
  if (spaceId) rememberPath(invitationAddress(spaceId))
}

/** Signs in with the provider's code. Errors: ApiError. */
async function signIn(client: Client, remember: boolean, provider: string, code: string) {
  const { tokenAnswerSchema } = await import('#contract/auth')
  clearSession()
  const body = { provider, code }
  const answer = await client.call(tokenAnswerSchema, 'POST', '/auth/oauth2/code', { body, anonymous: true })
  await startSession(client, answer.access_token, remember)
}

/** Completes the errand. Errors: UserFacingError. */
async function finish(client: Client): Promise<Outcome> {
  const { state, errand } = takeErrand()
  if (errand.kind === 'popup') return { kind: 'popup' }
  const { search } = window.location
  // The page was reloaded after its work, or a used page of the provider has led here again.
  if (getToken() && (!search || state === null)) return { kind: 'signIn' }
  const { provider, code } = readReturn(search, state)
  // The code is used: it must stay neither in the address nor in the history.
  window.history.replaceState(null, '', addresses.callback)
  if (errand.kind === 'signUp') {
    await register(client, errand, provider, code)
    return { kind: 'signUp' }
  }
  await signIn(client, errand.remember, provider, code)
  return { kind: 'signIn' }
}

/** Whether the server knows nobody with this identity. */
const isUnknown = (error: unknown) =>
  error instanceof ApiError && error.body.includes(AUTH_ERRORS.identityNotFound)

/** Sentence that says why the return failed. Rules, "Providers". */
function useReason() {
  const translate = useTranslate()
  const translateText = useTranslateText()
  const { productName } = useConfig()
  return (error: unknown): string => {
    if (!(error instanceof ApiError)) return translateText(reasonOf(error))
    if (isUnknown(error)) return translate('login.links.callback.notConnected', { product: productName })
    const message =
      error.body === AUTH_ERRORS.notVerified
        ? `${translate('login.errors.notVerified')}. ${translate('login.errors.notVerifiedHint')}`
        : translateText(reasonOf(error))
    return translate('login.links.callback.failure', { message })
  }
}

/** Where people come back to from an external provider. Rules, "Providers". */
export default function CallbackPage() {
  const translate = useTranslate()
  const client = useClient()
  const reason = useReason()
  const { signUp } = useConfig()
  const outcome = useOnce<Outcome>(async () => {
    const shown = takeOutcome()
    if (shown) return shown
    return showThere(
      await finish(client).catch((error: unknown) => ({
        kind: 'failed',
        failure: reason(error),
        isUnknown: isUnknown(error),
      })),
    )
  })

  const failure = outcome?.kind === 'failed' ? outcome.failure : undefined
  useEffect(() => {
    if (failure !== undefined)
      toast({ kind: 'error', title: translate('login.errors.identity'), description: failure })
  }, [failure, translate])

  const done = outcome?.kind === 'signIn' || outcome?.kind === 'signUp' ? outcome.kind : undefined
  useEffect(() => {
    if (done === undefined) return undefined
    if (done === 'signUp') toast({ kind: 'success', title: translate('login.links.signUp.done') })
    const leave = done === 'signUp' ? () => goTo(addresses.login, { replace: true }) : goOn
    const timer = setTimeout(leave, REDIRECT_AFTER[done])
    return () => clearTimeout(timer)
  }, [done, translate])

  if (!outcome)
    return (
      <PublicPage title={translate('login.links.callback.working')}>
        <CircularProgress aria-label={translate('common.loading')} />
      </PublicPage>
    )
  if (outcome.kind === 'failed')
    return (
      <PublicPage title={translate('login.links.callback.failed')} backToLogin>
        {isStorageBlocked() && <StorageNote />}
        <Alert severity="error">
          <Box sx={{ '&::first-letter': { textTransform: 'uppercase' } }}>{failure}</Box>
        </Alert>
        {signUp && outcome.isUnknown && (
          <Button variant="contained" fullWidth {...linkTo(addresses.signUp)} sx={{ mt: 2 }}>
            {translate('login.signUp')}
          </Button>
        )}
      </PublicPage>
    )
  if (outcome.kind === 'popup')
    return (
      <PublicPage
        title={translate('login.links.callback.popup')}
        hint={translate('login.links.callback.popupHint')}
      />
    )
  const isSignUp = outcome.kind === 'signUp'
  return (
    <PublicPage
      title={translate(isSignUp ? 'login.links.signUp.title' : 'login.links.callback.succeeded')}
      backToLogin={isSignUp}
    >
      {isSignUp ? (
        <Alert severity="success">
          {translate('login.links.signUp.done')} {translate('login.links.signUp.mayVerify')}
        </Alert>
      ) : (
        <Stack sx={{ alignItems: 'start' }}>
          <Button variant="contained" onClick={goOn}>
            {translate('login.links.callback.toSpaces')}
          </Button>
        </Stack>
      )}
    </PublicPage>
  )
}
