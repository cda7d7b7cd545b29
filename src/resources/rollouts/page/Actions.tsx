import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { canRollBack, isEnded, PERMISSION_OF, type Rollout, rolloutsApi } from '#contract/rollouts'
import { type MenuAction } from '../../../components/action/ActionMenu'
import { MoreMenu } from '../../../components/action/MoreMenu'
import { ConfirmDialog, ReasonButton, useFailureToast } from '../../../components/page'
import { useShown } from '../../../components/resource/refresh'
import { isTypable, orderCodec } from '../../../components/rollouts/order'
import { NEW_SCOPE, scopeCodec } from '../../../components/rollouts/scope'
import { stagesCodec } from '../../../components/rollouts/stages'
import { useSuggest } from '../../../components/rollouts/suggestion'
import { useTranslate } from '../../../components/rollouts/texts'
import { toast } from '../../../components/toast/toasts'
import { useMay } from '../../../dataProvider/account'
import { useAnswers } from '../../../dataProvider/answers'
import { useSpaceport } from '../../../dataProvider/queries'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { totalOf } from '../Progress'
import { hoursCodec, watchCodec } from '../times'
import { useTroublesText } from './WhyText'

type Act = 'start' | 'pause' | 'resume' | 'next' | 'stop' | 'rollback'

/** Acts by which something is ordered. */
const ORDERING: ReadonlySet<Act> = new Set<Act>(['start', 'resume', 'next', 'rollback'])
/** Acts that end the roll-out. */
const LOSING: ReadonlySet<Act> = new Set<Act>(['stop', 'rollback'])

/** The acts that the page offers in a state, the most likely one first. */
function actsOf({ state, stages, order }: Rollout): Act[] {
  const next: Act[] = stages.length > 1 ? ['next'] : []
  const back: Act[] = canRollBack(order) ? ['rollback'] : []
  if (state === 'draft') return ['start']
  if (state === 'running') return ['pause', ...next, 'stop', ...back]
  if (state === 'paused') return ['resume', ...next, 'stop', ...back]
  return back
}

/** Why an act is not possible now; null if it is. */
function useReasonOf(rollout: Rollout): (act: Act) => string | null {
  const translate = useTranslate()
  const may = useMay()
  const { order, state, stage, stages, progress, rolled_back_by } = rollout
  const mayOrder = order.kind === 'rollback' || may(PERMISSION_OF[order.kind])
  return (act) => {
    const { permission } = rolloutsApi[act]
    if (!may(permission) || (ORDERING.has(act) && !mayOrder)) return translate('common.notPermitted')
    if (act === 'next') {
      if (state !== 'running') return translate('rollouts.acts.next.notRunning')
      return stage >= stages.length - 1 ? translate('rollouts.acts.next.last') : null
    }
    if (act !== 'rollback') return null
    if (!isEnded(rollout) && !may(rolloutsApi.stop.permission)) return translate('common.notPermitted')
    if (rolled_back_by !== null) return translate('rollouts.acts.rollback.again')
    const { done, failed, handed_over, unconfirmed } = totalOf(progress)
    return done + failed + handed_over + unconfirmed === 0
      ? translate('rollouts.acts.rollback.nothing')
      : null
  }
}

/** What happens when an act is confirmed. */
function useQuestionOf({ name, stage, hold }: Rollout) {
  const translate = useTranslate()
  const troublesText = useTroublesText()
  const although = () => {
    if (!hold) return null
    const reason =
      hold.kind === 'failed'
        ? translate('rollouts.acts.resume.although_failed', { smart_count: hold.count })
        : troublesText(hold)
    return translate('rollouts.acts.resume.although', { reason })
  }
  return (act: Act): { title: string; text: ReactNode } => {
    const text = act === 'resume' ? although() : null
    return {
      title: translate(`rollouts.acts.${act}.title`, { name }),
      text: text ?? translate(`rollouts.acts.${act}.text`, { number: stage + 2 }),
    }
  }
}

/** Opens the form with everything of a roll-out. */
function useDuplicate(rollout: Rollout): () => void {
  const translate = useTranslate()
  const suggest = useSuggest()
  const { id, name, order, scope, stages, hours, at_once, watch, includes_silent } = rollout
  return () =>
    suggest({
      name: translate('rollouts.acts.copyName', { name }),
      order: orderCodec.toForm(order),
      scope:
        rollout.state === 'draft'
          ? scopeCodec.toForm(scope)
          : { ...NEW_SCOPE, kind: 'rollout', rollout_id: id },
      stages: stagesCodec.toForm(stages),
      hours: hoursCodec.toForm(hours),
      watch: watchCodec.toForm(watch),
      at_once,
      includes_silent,
    })
}

/** What people can do with a roll-out, each after a confirmation that says what happens. */
export function Actions({ rollout }: { rollout: Rollout }) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const addresses = useAddresses()
  const failureToast = useFailureToast()
  const may = useMay()
  const { ask } = useSpaceport()
  const { invalidate } = useAnswers()
  const show = useShown()
  const reasonOf = useReasonOf(rollout)
  const questionOf = useQuestionOf(rollout)
  const duplicate = useDuplicate(rollout)
  const [asked, setAsked] = useState<Act | null>(null)

  const run = async (act: Act) => {
    try {
      const params = { rolloutId: rollout.id }
      const answer = await (act === 'next'
        ? ask(rolloutsApi.next, { params, body: { stage: rollout.stage } })
        : ask(rolloutsApi[act], { params }))
      show(answer)
      toast({ kind: 'success', title: translate(`rollouts.acts.${act}.done`) })
      setAsked(null)
      if (answer.id !== rollout.id) void navigate(addresses.record('rollouts', answer.id))
    } catch (error) {
      failureToast(error)
      setAsked(null)
    }
    await invalidate(rolloutsApi)
  }

  const mayCreate = may(rolloutsApi.create.permission)
  const more: MenuAction[] = isTypable(rollout.order)
    ? [
        {
          label: translate('rollouts.acts.duplicate'),
          does: duplicate,
          reason: mayCreate ? null : translate('common.notPermitted'),
        },
      ]
    : []
  const question = asked && questionOf(asked)
  return (
    <>
      {actsOf(rollout).map((act, index) => (
        <ReasonButton
          key={act}
          variant="outlined"
          color={act === 'stop' ? 'error' : 'primary'}
          {...(index === 0 && !isEnded(rollout) && { sx: { order: -1 } })}
          reason={reasonOf(act)}
          onClick={() => setAsked(act)}
        >
          {translate(`rollouts.acts.${act}.label`)}
        </ReasonButton>
      ))}
      <MoreMenu actions={more} />
      {asked && question && (
        <ConfirmDialog
          open
          title={question.title}
          confirmLabel={translate(`rollouts.acts.${asked}.label`)}
          isHarmless={!LOSING.has(asked)}
          onConfirm={() => run(asked)}
          onClose={() => setAsked(null)}
        >
          {question.text}
        </ConfirmDialog>
      )}
    </>
  )
}
