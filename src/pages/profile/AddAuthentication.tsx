import {
  Alert,
  Button,
  DialogActions,
  DialogContent,
  DialogContentText,
  LinearProgress,
  Stack,
} from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import type { OAuthProvider } from '#contract/auth'
import { authenticationsApi } from '#contract/profile'
import { askProvider } from '../../authProvider/oauth'
import { useProviderList } from '../../authProvider/providers'
import { LoadingButton } from '../../components/action/LoadingButton'
import { TaskDialog } from '../../components/dialog/TaskDialog'
import { ProviderIcon } from '../../components/ProviderIcon'
import { LoadFailed } from '../../components/page'
import { toast } from '../../components/toast/toasts'
import { useAnswers } from '../../dataProvider/answers'
import { useSpaceport } from '../../dataProvider/queries'
import { useTranslate } from './texts'
import { useReason } from './useReason'

/** Links an identity of a provider, in a separate window. */
export default function AddAuthentication({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const reasonOf = useReason()
  const { ask } = useSpaceport()
  const { invalidate } = useAnswers()
  const { providers, error, retry } = useProviderList()
  const [busy, setBusy] = useState<OAuthProvider>()
  const [failure, setFailure] = useState<string>()
  const aborter = useRef(new AbortController())
  useEffect(() => () => aborter.current.abort(), [])

  const add = async (provider: OAuthProvider) => {
    setBusy(provider)
    setFailure(undefined)
    aborter.current = new AbortController()
    const { signal } = aborter.current
    try {
      const body = await askProvider(provider, { signal })
      await ask(authenticationsApi.link, { body })
      await invalidate(authenticationsApi.list)
      toast({ kind: 'success', title: translate('profile.authentications.added') })
      onClose()
    } catch (reason) {
      if (!signal.aborted) setFailure(reasonOf(reason))
    } finally {
      setBusy(undefined)
    }
  }

  return (
    <TaskDialog title={translate('profile.authentications.addTitle')} maxWidth="xs" onClose={onClose}>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>{translate('profile.authentications.addHint')}</DialogContentText>
        <Stack spacing={1.5}>
          {failure && <Alert severity="error">{failure}</Alert>}
          {busy && (
            <Alert severity="info" icon={false}>
              {translate('profile.authentications.waiting')}
            </Alert>
          )}
          {error !== undefined && <LoadFailed error={error} onRetry={retry} />}
          {!providers && error === undefined && <LinearProgress aria-label={translate('common.loading')} />}
          {providers?.length === 0 && (
            <Alert severity="info">{translate('profile.authentications.noProviders')}</Alert>
          )}
          {providers?.map((provider) => (
            <LoadingButton
              key={provider.provider}
              variant="outlined"
              disabled={busy !== undefined}
              loading={busy === provider}
              startIcon={<ProviderIcon icon={provider.icon} />}
              onClick={() => void add(provider)}
            >
              {provider.name}
            </LoadingButton>
          ))}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('page.cancel')}</Button>
      </DialogActions>
    </TaskDialog>
  )
}
