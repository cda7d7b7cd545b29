import { Box, Button, Stack, TextField, Typography } from '@mui/material'
import { type FormEvent, useRef, useState } from 'react'
import { type Authenticator, secondFactorApi } from '#contract/secondFactor'
import { LoadingButton } from '../../../components/action/LoadingButton'
import { msg as confirmMsg } from '../../../components/confirm/texts'
import { CopyButton } from '../../../components/page'
import { useSpaceport } from '../../../dataProvider/queries'
import { useTranslate } from '../texts'
import { useReason } from '../useReason'
import { QrCode } from './QrCode'

interface AuthenticatorSetUpProps {
  begun: Authenticator
  /** @param codes recovery codes, if it is the first second factor */
  onConfirmed: (codes: string[] | null) => Promise<void>
  onCancel: () => void
}

/** The secret in groups of four, for typing. */
const grouped = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

/** Shows the secret of a new authenticator app, and asks for the first code. */
export function AuthenticatorSetUp({ begun, onConfirmed, onCancel }: AuthenticatorSetUpProps) {
  const translate = useTranslate()
  const reasonOf = useReason()
  const { ask } = useSpaceport()
  const [code, setCode] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)

  const fail = (text: string) => {
    setFailure(text)
    input.current?.focus()
    input.current?.select()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (code.trim() === '') {
      fail(translate('login.second.missing'))
      return
    }
    setBusy(true)
    setFailure(undefined)
    try {
      const answer = await ask(secondFactorApi.confirmAuthenticator, { body: { code } })
      await onConfirmed(answer.recovery_codes)
    } catch (error) {
      fail(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Stack component="form" noValidate spacing={2} onSubmit={(event) => void submit(event)}>
      <Typography>{translate('profile.security.authenticator.scan')}</Typography>
      <QrCode text={begun.uri} label={translate('profile.security.authenticator.qr')} />
      <Box>
        <Typography variant="body2" color="text.secondary">
          {translate('profile.security.authenticator.orType')}
        </Typography>
        <Box sx={{ fontFamily: 'monospace' }}>
          {grouped(begun.secret)}
          <CopyButton value={begun.secret} what={translate('profile.security.authenticator.secret')} />
        </Box>
      </Box>
      <TextField
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button with the focus is gone
        autoFocus
        inputRef={input}
        label={translate('profile.security.authenticator.code')}
        value={code}
        onChange={({ target }) => setCode(target.value)}
        error={failure !== undefined}
        helperText={failure}
        slotProps={{
          htmlInput: { inputMode: 'numeric', autoComplete: 'one-time-code' },
          formHelperText: { role: 'alert' },
        }}
        sx={{ maxWidth: 320 }}
      />
      <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap' }}>
        <LoadingButton type="submit" variant="contained" loading={busy}>
          {translate(confirmMsg('confirm.submit'))}
        </LoadingButton>
        <Button onClick={onCancel} disabled={busy}>
          {translate('page.cancel')}
        </Button>
      </Stack>
    </Stack>
  )
}
