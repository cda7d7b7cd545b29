import { Alert, Box, Button, Stack, Typography } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type PushBrowser, pushApi } from '#contract/push'
import { useFailureText } from '../../../components/failure/useFailureText'
import { Loaded, RelativeTime, Section, TimeText, useFailureToast } from '../../../components/page'
import { pushSupport, subscribe, unsubscribe } from '../../../components/push/browser'
import { keepOwner, signInId } from '../../../components/push/owner'
import { toast } from '../../../components/toast/toasts'
import { useAccount } from '../../../dataProvider/account'
import { useAnswer, useReload } from '../../../dataProvider/calls'
import { isMissing } from '../../../dataProvider/client'
import { useSpaceport } from '../../../dataProvider/queries'
import { useTranslate } from '../texts'

/** Milliseconds between two looks at what came of messages. */
const POLL = 15_000

/** "Firefox on Linux". */
function useName() {
  const translate = useTranslate()
  return ({ browser, system }: PushBrowser) =>
    browser && system
      ? translate('profile.security.onSystem', { browser, system })
      : (browser ?? system ?? translate('profile.security.sessions.unknown'))
}

function BrowserRow({ browser }: { browser: PushBrowser }) {
  const { id, is_current, created_at, sent_at, error } = browser
  const translate = useTranslate()
  const failureText = useFailureText()
  const name = useName()(browser)
  const { ask } = useSpaceport()
  const reload = useReload(pushApi.read)
  const showFailure = useFailureToast()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      await ask(pushApi.remove, { params: { browserId: id } })
      if (is_current) await unsubscribe()
    },
    onSuccess: reload,
    onError: (failure) => (isMissing(failure) ? void reload() : showFailure(failure)),
  })
  return (
    <Stack
      component="li"
      direction="row"
      sx={{ gap: 2, py: 1.5, alignItems: 'center', borderTop: 1, borderColor: 'divider' }}
    >
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography component="h3" sx={{ fontWeight: 600 }}>
          {is_current ? translate('profile.notifications.push.this', { name }) : name}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {translate('profile.notifications.push.since')}: <TimeText value={created_at} />
        </Typography>
        {sent_at !== null && (
          <Typography variant="body2" color="text.secondary">
            {translate('profile.notifications.push.last')}: <RelativeTime value={sent_at} />
          </Typography>
        )}
        {error !== null && (
          <Typography variant="body2" color="error">
            {translate('profile.notifications.push.failed', { reason: failureText({ ...browser, error }) })}
          </Typography>
        )}
      </Box>
      <Button
        variant="outlined"
        size="small"
        loading={isPending}
        aria-label={translate('profile.notifications.push.offOf', { name })}
        onClick={() => mutate()}
      >
        {translate('profile.notifications.push.off')}
      </Button>
    </Stack>
  )
}

/** Switches it on in this browser, or says why that cannot be. */
function SwitchOn({ publicKey }: { publicKey: string }) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const { profile } = useAccount()
  const reload = useReload(pushApi.read)
  const showFailure = useFailureToast()
  const [support, setSupport] = useState(pushSupport)
  const [isRefused, setRefused] = useState(false)
  const switchOn = async () => {
    setRefused(false)
    await Notification.requestPermission()
    setSupport(pushSupport())
    if (Notification.permission !== 'granted') return
    let body
    try {
      body = await subscribe(publicKey)
    } catch {
      setRefused(true)
      return
    }
    await ask(pushApi.add, { body })
    if (profile) keepOwner(profile.id, signInId())
    toast({ kind: 'success', title: translate('profile.notifications.push.isOn') })
    await reload()
  }
  const { mutate, isPending } = useMutation({ mutationFn: switchOn, onError: showFailure })
  if (support !== 'possible')
    return <Alert severity="info">{translate(`profile.notifications.push.${support}`)}</Alert>
  return (
    <>
      {isRefused && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {translate('profile.notifications.push.refused')}
        </Alert>
      )}
      <Button variant="contained" loading={isPending} onClick={() => mutate()}>
        {translate('profile.notifications.push.on')}
      </Button>
    </>
  )
}

/** Which browsers of the person show push messages about alerts. Rules, "Alerts". */
export function PushSection() {
  const translate = useTranslate()
  const title = translate('profile.notifications.push.title')
  return (
    <Section title={title}>
      <Typography color="text.secondary" sx={{ mb: 2 }}>
        {translate('profile.notifications.push.hint')}
      </Typography>
      <Loaded query={useAnswer(pushApi.read, { refetchInterval: POLL })}>
        {({ public_key, browsers }) => (
          <>
            {!browsers.some(({ is_current }) => is_current) && <SwitchOn publicKey={public_key} />}
            {browsers.length > 0 && (
              <Box component="ul" aria-label={title} sx={{ listStyle: 'none', m: 0, mt: 2, p: 0 }}>
                {browsers.map((browser) => (
                  <BrowserRow key={browser.id} browser={browser} />
                ))}
              </Box>
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}
