import { Alert, Box, Stack, Typography } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState, useSyncExternalStore } from 'react'
import { type PushBrowser, pushApi } from '#contract/push'
import { LoadingButton } from '../../../components/action/LoadingButton'
import { useBrowserName } from '../../../components/browsers/useBrowserName'
import { useFailureText } from '../../../components/failure/useFailureText'
import { Loaded, RelativeTime, Section, TimeText, useFailureToast } from '../../../components/page'
import { pushState, subscribe, unsubscribe, watchPermission } from '../../../components/push/browser'
import { keepOwner, signInId } from '../../../components/push/owner'
import { toast } from '../../../components/toast/toasts'
import { useAccount } from '../../../dataProvider/account'
import { useAnswer, useAnswers } from '../../../dataProvider/answers'
import { isMissing } from '../../../dataProvider/client'
import { useSpaceport } from '../../../dataProvider/queries'
import { useTranslate } from '../texts'

/** Milliseconds between two polls for the results of messages, and for the arrival of the first one. */
const POLL = 5000

/**
 * A browser gets no alerts until its first message has arrived. Older servers do not report that and send no first
 * message.
 */
const isUnconfirmed = ({ confirmed_at }: PushBrowser) => confirmed_at === null

/** This browser's permission for notifications, kept current. */
const usePushState = () => useSyncExternalStore(watchPermission, pushState)

interface BrowserRowProps {
  browser: PushBrowser
  /** The row is gone, and the focus with it. */
  onRemoved: (browser: PushBrowser) => void
}

function BrowserRow({ browser, onRemoved }: BrowserRowProps) {
  const { id, is_current, created_at, sent_at, error } = browser
  const translate = useTranslate()
  const failureText = useFailureText()
  const nameOf = useBrowserName()
  const { ask } = useSpaceport()
  const { invalidate } = useAnswers()
  const showFailure = useFailureToast()
  const removed = async () => {
    await invalidate(pushApi.read)
    onRemoved(browser)
  }
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      await ask(pushApi.remove, { params: { browserId: id } })
      if (is_current) await unsubscribe()
    },
    onSuccess: removed,
    onError: (failure) => {
      if (isMissing(failure)) return void removed()
      showFailure(failure)
    },
  })
  return (
    <Stack
      component="li"
      direction="row"
      sx={{ gap: 2, py: 1.5, alignItems: 'center', borderTop: 1, borderColor: 'divider' }}
    >
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography component="h3" sx={{ fontWeight: 600 }}>
          {nameOf(browser)}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {translate('profile.notifications.push.since')}: <TimeText value={created_at} />
        </Typography>
        {isUnconfirmed(browser) && (
          <Typography variant="body2" role="status">
            {translate('profile.notifications.push.unconfirmed')}
          </Typography>
        )}
        {sent_at !== null && !isUnconfirmed(browser) && (
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
      <LoadingButton
        variant="outlined"
        size="small"
        loading={isPending}
        aria-label={translate('profile.notifications.push.offOf', {
          name: nameOf({ ...browser, is_current: false }),
        })}
        onClick={() => mutate()}
      >
        {translate('profile.notifications.push.off')}
      </LoadingButton>
    </Stack>
  )
}

interface SwitchOnProps {
  publicKey: string
  /** The browser already gets messages, but does not show them. */
  isOn: boolean
  /** The first message has not arrived. */
  isAgain: boolean
}

/** Switches push messages on in this browser, or says why that is impossible. */
function SwitchOn({ publicKey, isOn, isAgain }: SwitchOnProps) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const { profile } = useAccount()
  const { invalidate } = useAnswers()
  const showFailure = useFailureToast()
  const state = usePushState()
  const [isRefused, setRefused] = useState(false)
  const switchOn = async () => {
    setRefused(false)
    await Notification.requestPermission()
    if (Notification.permission !== 'granted') return
    let body
    try {
      body = await subscribe(publicKey)
    } catch {
      setRefused(true)
      return
    }
    const added = await ask(pushApi.add, { body })
    if (profile) keepOwner(profile.id, signInId())
    toast({
      kind: 'success',
      title: translate(`profile.notifications.push.${isUnconfirmed(added) ? 'asked' : 'isOn'}`),
    })
    await invalidate(pushApi.read)
  }
  const { mutate, isPending } = useMutation({ mutationFn: switchOn, onError: showFailure })
  if (state === 'denied' && isOn)
    return <Alert severity="warning">{translate('profile.notifications.push.blocked')}</Alert>
  if (state === 'denied' || state === 'unsupported')
    return <Alert severity="info">{translate(`profile.notifications.push.${state}`)}</Alert>
  return (
    <>
      {isOn && !isAgain && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {translate('profile.notifications.push.unasked')}
        </Alert>
      )}
      {isRefused && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {translate('profile.notifications.push.refused')}
        </Alert>
      )}
      <LoadingButton
        variant={isAgain ? 'outlined' : 'contained'}
        loading={isPending}
        onClick={() => mutate()}
      >
        {translate(`profile.notifications.push.${isAgain ? 'again' : 'on'}`)}
      </LoadingButton>
    </>
  )
}

/** Browsers with push messages, and a button for this one. */
function Browsers({ publicKey, browsers }: { publicKey: string; browsers: readonly PushBrowser[] }) {
  const translate = useTranslate()
  const isShown = usePushState() === 'granted'
  const current = browsers.find(({ is_current }) => is_current)
  const isOn = current !== undefined
  const isAgain = isShown && current !== undefined && isUnconfirmed(current)
  const all = useRef<HTMLDivElement>(null)
  const keepFocus = ({ is_current }: PushBrowser) =>
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return
      // People can switch on again here what they switched off.
      const on = is_current ? all.current?.querySelector('button') : null
      ;(on ?? all.current)?.focus()
    })
  const title = translate('profile.notifications.push.title')
  return (
    <Box ref={all} tabIndex={-1} role="group" aria-label={title} sx={{ outline: 'none' }}>
      {(!(isOn && isShown) || isAgain) && <SwitchOn publicKey={publicKey} isOn={isOn} isAgain={isAgain} />}
      {browsers.length > 0 && (
        <Box component="ul" aria-label={title} sx={{ listStyle: 'none', m: 0, mt: 2, p: 0 }}>
          {browsers.map((browser) => (
            <BrowserRow key={browser.id} browser={browser} onRemoved={keepFocus} />
          ))}
        </Box>
      )}
    </Box>
  )
}

/** The person's browsers that show push messages about alerts. Rules, "Alerts". */
export function PushSection() {
  const translate = useTranslate()
  return (
    <Section title={translate('profile.notifications.push.title')}>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 2 }}>
        {translate('profile.notifications.push.hint')}
      </Typography>
      <Loaded query={useAnswer(pushApi.read, { refetchInterval: POLL })}>
        {({ public_key, browsers }) => <Browsers publicKey={public_key} browsers={browsers} />}
      </Loaded>
    </Section>
  )
}
