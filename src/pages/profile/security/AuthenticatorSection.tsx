import { Button, Stack, Typography } from '@mui/material'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Authenticator, type Security, secondFactorApi } from '#contract/secondFactor'
import { LoadingButton } from '../../../components/action/LoadingButton'
import { ConfirmDialog, Section, TimeText } from '../../../components/page'
import { toast } from '../../../components/toast/toasts'
import { useSpaceport } from '../../../dataProvider/queries'
import { useTranslate } from '../texts'
import { useReasonToast } from '../useReason'
import { AuthenticatorSetUp } from './AuthenticatorSetUp'
import { RecoveryCodesDialog } from './RecoveryCodesDialog'
import { useReloadSecurity } from './useSecurity'

interface AuthenticatorSectionProps {
  security: Security
  /** The app is set up, and the person has seen the recovery codes. */
  onSetUp: () => void
}

/** Authenticator app of the account: off, being set up, or on. */
export function AuthenticatorSection({ security, onSetUp }: AuthenticatorSectionProps) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const reload = useReloadSecurity()
  const showFailure = useReasonToast()
  const [begun, setBegun] = useState<Authenticator>()
  const [codes, setCodes] = useState<string[]>()
  const [busy, setBusy] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const since = security.authenticator_since

  const begin = async () => {
    setBusy(true)
    try {
      setBegun(await ask(secondFactorApi.beginAuthenticator))
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }

  const remove = async () => {
    try {
      await ask(secondFactorApi.removeAuthenticator)
      toast({ kind: 'success', title: translate('profile.security.authenticator.removed') })
      // Removes the button before the dialog returns the focus to it.
      await reload()
      setRemoving(false)
    } catch (error) {
      showFailure(error)
    }
  }

  const confirmed = async (first: string[] | null) => {
    cancel()
    if (first) setCodes(first)
    await reload()
    if (!first) isDone()
  }

  const cancel = () => {
    flushSync(() => setBegun(undefined))
    opener.current?.focus()
  }

  const isDone = () => {
    setCodes(undefined)
    toast({ kind: 'success', title: translate('profile.security.authenticator.done') })
    onSetUp()
  }

  return (
    <Section title={translate('profile.security.authenticator.title')}>
      {begun ? (
        <AuthenticatorSetUp begun={begun} onConfirmed={confirmed} onCancel={cancel} />
      ) : (
        <>
          <Typography variant="body2" color="text.secondary" sx={{ mb: 2 }}>
            {translate('profile.security.authenticator.hint')}
          </Typography>
          {since !== null && (
            <Typography sx={{ mb: 2 }}>
              {translate('profile.security.authenticator.since')} <TimeText value={since} />
            </Typography>
          )}
          <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap' }}>
            <LoadingButton
              ref={opener}
              variant={since === null ? 'contained' : 'outlined'}
              loading={busy}
              onClick={() => void begin()}
            >
              {translate(`profile.security.authenticator.${since === null ? 'setUp' : 'replace'}`)}
            </LoadingButton>
            {since !== null && (
              <Button color="error" onClick={() => setRemoving(true)}>
                {translate('profile.security.remove')}
              </Button>
            )}
          </Stack>
        </>
      )}
      <ConfirmDialog
        open={isRemoving}
        title={translate('profile.security.authenticator.removeQuestion')}
        confirmLabel={translate('profile.security.remove')}
        onConfirm={remove}
        onClose={() => setRemoving(false)}
      >
        {translate('profile.security.authenticator.removeHint')}
      </ConfirmDialog>
      {codes && <RecoveryCodesDialog codes={codes} onClose={isDone} />}
    </Section>
  )
}
