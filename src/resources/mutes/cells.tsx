import { useMutation } from '@tanstack/react-query'
import { type Mute, mutesApi } from '#contract/alerts'
import { serverNow } from '../../clock'
import { useUndo } from '../../components/action/useUndo'
import { PermissionButton, StateText, type Tone, useFailureToast, useNow } from '../../components/page'
import { useShown } from '../../components/resource/refresh'
import { toast } from '../../components/toast/toasts'
import { useAnswers } from '../../dataProvider/answers'
import { useSpaceport } from '../../dataProvider/queries'
import { useTranslate } from './texts'
import { stateOf } from './times'

/** Milliseconds between two updates of the state. */
const INTERVAL = 5000

const TONES: Readonly<Record<ReturnType<typeof stateOf>, Tone>> = {
  planned: 'waiting',
  running: 'warning',
  ended: 'none',
}

function StateNow({ mute }: { mute: Mute }) {
  const translate = useTranslate()
  const state = stateOf(mute, useNow(INTERVAL))
  return <StateText tone={TONES[state]}>{translate(`mutes.states.${state}`)}</StateText>
}

/** Whether a mute is planned, running or ended. */
export const MuteState = ({ mute }: { mute: Mute }) => <StateNow key={mute.ends_at} mute={mute} />

interface EndButtonProps {
  mute: Mute
  isSmall?: boolean
}

function EndNow({ mute, isSmall = false }: EndButtonProps) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const show = useShown()
  const isRunning = stateOf(mute, useNow(INTERVAL)) === 'running'
  const undoBy = useUndo()
  const { invalidate } = useAnswers()
  /** An ended mute cannot run again: this creates another one. */
  const again = async () => {
    const { name, scope, rule_ids, ends_at, note } = mute
    await ask(mutesApi.create, {
      body: { name, scope, rule_ids, starts_at: null, ends_at, repeats: null, note },
    })
    await invalidate(mutesApi)
  }
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const body = { ends_at: new Date(serverNow()).toISOString() }
      show(await ask(mutesApi.update, { params: { muteId: mute.id }, body }))
      toast({ kind: 'success', title: translate('mutes.end.done'), action: undoBy(again) })
    },
    onError: useFailureToast(),
  })
  if (!isRunning) return null
  return (
    <PermissionButton
      permission={mutesApi.update.permission}
      variant="outlined"
      size={isSmall ? 'small' : undefined}
      aria-label={translate('mutes.end.of', { name: mute.name })}
      onClick={() => !isPending && mutate()}
    >
      {translate('mutes.end.action')}
    </PermissionButton>
  )
}

/** Ends a running mute: conditions that still hold then open alerts. */
export const EndButton = (props: EndButtonProps) => <EndNow key={props.mute.ends_at} {...props} />
