import {
  Alert,
  Box,
  Button,
  DialogActions,
  DialogContent,
  DialogContentText,
  Divider,
  LinearProgress,
  Stack,
  TextField,
} from '@mui/material'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { AUTH_ERRORS, authApi, type Confirmation, factorCodeSchema, type OAuthProvider } from '#contract/auth'
import { passwordSchema } from '#contract/common'
import { askProvider } from '../../authProvider/oauth'
import { passkeyNote, signWithPasskey } from '../../authProvider/passkey'
import { useAccount } from '../../dataProvider/account'
import { ApiError, reasonOf, useClient } from '../../dataProvider/client'
import { useTranslateText } from '../../i18n'
import { type MessageKey } from '../../i18n/translate'
import { LoadingButton } from '../action/LoadingButton'
import { TaskDialog } from '../dialog/TaskDialog'
import { useSignOut } from '../useSignOut'
import { msg, useTranslate } from './texts'
import { useWays, type Ways } from './useWays'

/** The method in use; a provider by its id. */
type Way = 'password' | 'passkey' | `provider ${string}`

/** An error, as text or key; `field` if it concerns a typed value. */
interface Failure {
  text: string
  field?: 'password' | 'code'
}

/**
 * The error of a failed confirmation.
 * @param refused the error for a refusal of this method
 */
function failureOf(error: unknown, refused: Failure): Failure {
  if (!(error instanceof ApiError)) return { text: reasonOf(error) }
  if (error.status === 429) return { text: msg('confirm.errors.tooMany') }
  if (error.body === AUTH_ERRORS.passwordLoginOff) return { text: msg('confirm.errors.passwordsOff') }
  return error.status === 409 ? refused : { text: reasonOf(error) }
}

/** Validates the form before it is sent. */
function checkTyped(password: string, code: string | undefined): Failure | null {
  if (password === '') return { field: 'password', text: 'login.errors.password' }
  if (!passwordSchema.safeParse(password).success)
    return { field: 'password', text: msg('confirm.errors.password') }
  if (code === undefined || factorCodeSchema.safeParse(code).success) return null
  return { field: 'code', text: code.trim() === '' ? 'login.second.missing' : 'login.second.wrong' }
}

/** Sends the proof of identity and tracks its state. */
function useConfirmation(onAnswer: (isConfirmed: boolean) => void) {
  const client = useClient()
  const translate = useTranslate()
  const [busy, setBusy] = useState<Way | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [asksCode, setAsksCode] = useState(false)

  async function send(way: Way, make: () => Promise<Confirmation>, refused: Failure) {
    if (busy) return
    setBusy(way)
    setFailure(null)
    try {
      await client.request('POST', authApi.confirm.path, { body: await make() })
      onAnswer(true)
    } catch (error) {
      const isDenied = error instanceof ApiError && (error.status === 401 || error.status === 403)
      // The session has ended. The waiting call gets the same answer, and the rules for denied calls apply.
      if (isDenied) return onAnswer(true)
      setBusy(null)
      if (error instanceof ApiError && error.body === AUTH_ERRORS.secondFactor) setAsksCode(true)
      else {
        const note = passkeyNote(error, translate)
        setFailure(note === undefined ? failureOf(error, refused) : { text: note })
      }
    }
  }

  return { busy, failure, setFailure, asksCode, send }
}

interface OtherWaysProps {
  ways: Ways
  busy: Way | null
  onPasskey: () => void
  onProvider: (provider: OAuthProvider) => void
}

/** Buttons for the account's methods other than a password. */
function OtherWays({ ways, busy, onPasskey, onProvider }: OtherWaysProps) {
  const translate = useTranslate()
  if (!ways.passkey && ways.providers.length === 0) return null
  return (
    <>
      {ways.password && <Divider>{translate('login.or')}</Divider>}
      {ways.passkey && (
        <LoadingButton
          variant="outlined"
          onClick={onPasskey}
          loading={busy === 'passkey'}
          disabled={busy !== null}
        >
          {translate('login.second.usePasskey')}
        </LoadingButton>
      )}
      {ways.providers.map((provider) => (
        <LoadingButton
          key={provider.provider}
          variant="outlined"
          onClick={() => onProvider(provider)}
          loading={busy === `provider ${provider.provider}`}
          disabled={busy !== null}
        >
          {translate('login.withProvider', { provider: provider.name })}
        </LoadingButton>
      ))}
    </>
  )
}

/** Asks the person to confirm their identity by any method of the account. Closing it declines. */
export default function IdentityDialog({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const translate = useTranslate()
  const translateText = useTranslateText()
  const client = useClient()
  const signOut = useSignOut()
  const email = useAccount().profile?.email
  const ways = useWays()
  const { busy, failure, setFailure, asksCode, send } = useConfirmation(onAnswer)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const input = useRef<HTMLInputElement>(null)

  const hasPassword = ways?.password ?? false
  // A field with a wrong value keeps the focus; the next field gets it otherwise.
  useEffect(() => {
    if (!failure?.field && !asksCode && !hasPassword) return
    input.current?.focus()
    input.current?.select()
  }, [failure, asksCode, hasPassword])

  const given = { password, ...(asksCode && { code: code.trim() }) }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = checkTyped(password, asksCode ? code : undefined)
    if (wrong) return setFailure(wrong)
    const field = asksCode ? 'code' : 'password'
    const text = asksCode ? 'login.second.wrong' : msg('confirm.errors.password')
    void send('password', async () => given, { field, text })
  }
  const sign = async () => {
    const passkey = await signWithPasskey(client, { isSecondFactor: asksCode })
    return asksCode ? { password, passkey } : { passkey }
  }

  const popup = useRef<AbortController>(null)
  useEffect(() => () => popup.current?.abort(), [])
  const signInAt = (provider: OAuthProvider) => {
    const { signal } = (popup.current = new AbortController())
    const make = () => askProvider(provider, { confirm: true, signal })
    void send(`provider ${provider.provider}`, make, { text: msg('confirm.errors.provider') })
  }
  // A provider's popup may stay open for long.
  const isClosable = busy === null || busy.startsWith('provider')

  const errorOf = (field: Failure['field']) => {
    const text = failure?.field === field ? failure?.text : undefined
    return { error: text !== undefined, helperText: text && translateText(text) }
  }
  const label = (key: MessageKey) => translate(key)
  const isEmpty = ways && !ways.password && !ways.passkey && ways.providers.length === 0
  return (
    <TaskDialog
      title={label('login.second.title')}
      maxWidth="xs"
      onClose={() => isClosable && onAnswer(false)}
    >
      <Box component="form" noValidate onSubmit={submit} sx={{ display: 'contents' }}>
        <DialogContent>
          <DialogContentText sx={{ mb: 2 }}>
            {label(isEmpty ? msg('confirm.nothing') : msg('confirm.text'))}
          </DialogContentText>
          {!ways && <LinearProgress aria-label={label('common.loading')} />}
          <Stack spacing={2}>
            {/* For password managers. */}
            <input
              aria-label={label('login.email')}
              autoComplete="username"
              value={email ?? ''}
              readOnly
              hidden
            />
            {ways?.password && (
              <TextField
                {...errorOf('password')}
                inputRef={asksCode ? undefined : input}
                type="password"
                autoComplete="current-password"
                label={label('login.password')}
                value={password}
                onChange={({ target }) => setPassword(target.value)}
                // The server has accepted it.
                disabled={asksCode}
                slotProps={{ input: { readOnly: busy !== null } }}
                fullWidth
              />
            )}
            {asksCode && (
              <TextField
                {...errorOf('code')}
                helperText={errorOf('code').helperText ?? label(msg('confirm.codeHelp'))}
                inputRef={input}
                autoComplete="one-time-code"
                label={label(msg('confirm.code'))}
                value={code}
                onChange={({ target }) => setCode(target.value)}
                slotProps={{ input: { readOnly: busy !== null } }}
                fullWidth
              />
            )}
            {failure && !failure.field && <Alert severity="error">{translateText(failure.text)}</Alert>}
            {ways && (
              <OtherWays
                {...{ ways, busy }}
                onPasskey={() => void send('passkey', sign, { text: msg('confirm.errors.passkey') })}
                onProvider={signInAt}
              />
            )}
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={() => onAnswer(false)} disabled={!isClosable}>
            {label('page.cancel')}
          </Button>
          {ways?.password && (
            <LoadingButton
              type="submit"
              variant="contained"
              loading={busy === 'password'}
              disabled={busy !== null}
              // The focus stays in the input.
              onMouseDown={(event) => event.preventDefault()}
            >
              {label(msg('confirm.submit'))}
            </LoadingButton>
          )}
          {isEmpty && (
            <Button
              variant="contained"
              onClick={() => {
                onAnswer(false)
                signOut(window.location.pathname + window.location.search)
              }}
            >
              {label(msg('confirm.signIn'))}
            </Button>
          )}
        </DialogActions>
      </Box>
    </TaskDialog>
  )
}
