import { Button, Stack, Typography } from '@mui/material'
import { type FormEvent, useCallback, useRef, useState } from 'react'
import type { Login } from '#contract/auth'
import { passkeyNote, signWithPasskey } from '../../../authProvider/passkey'
import { LoadingButton } from '../../../components/action/LoadingButton'
import { dismissToast, toast } from '../../../components/toast/toasts'
import { useCapability } from '../../../config'
import { ApiError, useClient } from '../../../dataProvider/client'
import { usePublicTranslate, useTranslateText } from '../../../i18n'
import { PublicPage, TextInput } from '../PublicPage'
import { failureOf, signIn } from './signIn'

interface SecondStepProps {
  /** Input of the first step, kept in memory only. */
  login: Login
  /** Factors of the account, `app` and `passkey`; empty if the server does not name them. */
  factors: string[]
  remember: boolean
  onDone: () => void
  onBack: () => void
}

/** Second step of the sign-in: a code from the authenticator app, a recovery code, or a passkey. */
export default function SecondStep({ login, factors, remember, onDone, onBack }: SecondStepProps) {
  const translate = usePublicTranslate()
  const translateText = useTranslateText()
  const client = useClient()
  const has = (factor: string) => factors.length === 0 || factors.includes(factor)
  const hasApp = has('app')
  const hasPasskeys = useCapability('passkeys') && 'PublicKeyCredential' in window && has('passkey')
  const input = useRef<HTMLInputElement>(null)
  const focusInput = useCallback((shown: HTMLInputElement | null) => {
    input.current = shown
    shown?.focus()
  }, [])
  const focusShown = useCallback((shown: HTMLButtonElement | null) => shown?.focus(), [])
  // If the only factor does not work here, recovery codes remain.
  const [isRecovery, setRecovery] = useState(!hasApp && !hasPasskeys)
  const asksCode = hasApp || isRecovery
  const way = isRecovery ? 'recoveryHint' : !hasApp ? 'passkeyHint' : hasPasskeys ? 'hint' : 'appHint'
  const [busy, setBusy] = useState<'code' | 'passkey'>()
  const [failure, setFailure] = useState<string>()
  /** Why no passkey was used. */
  const [note, setNote] = useState<string>()

  function describe(error: unknown, kind: 'code' | 'passkey'): string {
    if (error instanceof ApiError && error.status === 401)
      return translate(kind === 'code' ? 'login.second.wrong' : 'login.passkey.refused')
    const { title, text, seconds } = failureOf(error)
    if (seconds !== undefined) return translate('login.errors.tooMany', { seconds })
    return text ? translateText(text) : translate(title)
  }

  async function attempt(kind: 'code' | 'passkey', give: () => Promise<Partial<Login>>) {
    setBusy(kind)
    setFailure(undefined)
    setNote(undefined)
    dismissToast()
    try {
      await signIn(client, { ...login, ...(await give()) }, remember)
      onDone()
    } catch (error) {
      const passkeyText = passkeyNote(error, translate)
      const description = passkeyText ?? describe(error, kind)
      setBusy(undefined)
      if (passkeyText === undefined)
        toast({ kind: 'error', title: translate('login.second.failed'), description })
      if (kind === 'passkey') setNote(description)
      else {
        setFailure(description)
        input.current?.focus()
        input.current?.select()
      }
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = input.current?.value.trim()
    if (busy) return
    if (code) void attempt('code', async () => ({ code }))
    else {
      setFailure(translate('login.second.missing'))
      input.current?.focus()
    }
  }

  return (
    <PublicPage title={translate('login.second.title')} hint={translate(`login.second.${way}`)}>
      <Stack component="form" noValidate spacing={2} onSubmit={submit}>
        {asksCode && (
          <>
            <TextInput
              key={String(isRecovery)}
              ref={focusInput}
              name="code"
              label={translate(isRecovery ? 'login.second.recoveryCode' : 'login.second.code')}
              autoComplete={isRecovery ? 'off' : 'one-time-code'}
              // Browsers show a numeric keyboard, but any code can be typed or pasted.
              inputMode={isRecovery ? 'text' : 'numeric'}
              error={failure}
            />
            <LoadingButton
              type="submit"
              variant="contained"
              size="large"
              loading={busy === 'code'}
              loadingPosition="start"
              disabled={busy === 'passkey'}
            >
              {translate(busy === 'code' ? 'login.submitting' : 'login.submit')}
            </LoadingButton>
          </>
        )}
        {hasPasskeys && (
          <LoadingButton
            variant={asksCode ? 'outlined' : 'contained'}
            size={asksCode ? 'medium' : 'large'}
            ref={asksCode ? undefined : focusShown}
            loading={busy === 'passkey'}
            disabled={busy === 'code'}
            onClick={() =>
              void attempt('passkey', async () => ({
                passkey: await signWithPasskey(client, { isSecondFactor: true }),
              }))
            }
          >
            {translate('login.second.usePasskey')}
          </LoadingButton>
        )}
        <Typography role="status" color="text.secondary" sx={{ '&:empty': { display: 'none' } }}>
          {note}
        </Typography>
        <Stack
          direction="row"
          useFlexGap
          spacing={1}
          sx={{ justifyContent: 'space-between', flexWrap: 'wrap', mx: '-8px !important' }}
        >
          <Button onClick={onBack}>{translate('login.back')}</Button>
          {(hasApp || !isRecovery) && (
            <Button
              onClick={() => {
                setRecovery(!isRecovery)
                setFailure(undefined)
                setNote(undefined)
              }}
            >
              {translate(isRecovery ? 'login.second.useApp' : 'login.second.useRecovery')}
            </Button>
          )}
        </Stack>
      </Stack>
    </PublicPage>
  )
}
