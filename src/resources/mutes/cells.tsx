import { useMutation } from '@tanstack/react-query'
import { type Mute, mutesApi } from '#contract/alerts'
import { PermissionButton, StateText, type Tone, useFailureToast, useNow } from '../../components/page'
import { useShown } from '../../components/resource/refresh'
import { toast } from '../../components/toast/toasts'
import { useSpaceport } from '../../dataProvider/queries'
import { useTranslate } from './texts'
import { stateOf } from './times'

/** Milliseconds between two looks at the clock. */
const INTERVAL = 5000

const TONES: Readonly<Record<ReturnType<typeof stateOf>, Tone>> = {
  planned: 'waiting',
  running: 'warning',
  over: 'none',
}

/** Whether a mute is planned, running or over. */
export function MuteState({ mute }: { mute: Mute }) {
  const translate = useTranslate()
  const state = stateOf(mute, useNow(INTERVAL))
  return <StateText tone={TONES[state]}>{translate(`mutes.states.${state}`)}</StateText>
}

interface EndButtonProps {
  mute: Mute
  isSmall?: boolean
}

/** Ends a mute that runs: what is still so opens then. */
export function EndButton({ mute, isSmall = false }: EndButtonProps) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const show = useShown()
  const isRunning = stateOf(mute, useNow(INTERVAL)) === 'running'
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const body = { ends_at: new Date().toISOString() }
      show(await ask(mutesApi.update, { params: { muteId: mute.id }, body }))
      toast({ kind: 'success', title: translate('mutes.end.done') })
    },
    onError: useFailureToast(),
  })
  if (!isRunning) return null
  return (
    <PermissionButton
      permission={mutesApi.update.permission}
      variant="outlined"
      size={isSmall ? 'small' : undefined}
      disabled={isPending}
      aria-label={translate('mutes.end.of', { name: mute.name })}
      onClick={() => mutate()}
    >
      {translate('mutes.end.action')}
    </PermissionButton>
  )
}
