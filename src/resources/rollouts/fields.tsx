import { Box } from '@mui/material'
import { type Rollout, type RolloutScope, rolloutEntity, type Stage } from '#contract/rollouts'
import { useHoursText } from '../../components/hours/hoursText'
import { lazyPart } from '../../components/lazyPart'
import { TimeText } from '../../components/page'
import { entityFields } from '../../components/resource/entityFields'
import { NEW_ORDER, orderCodec } from '../../components/rollouts/order'
import { NEW_SCOPE, scopeCodec } from '../../components/rollouts/scope'
import { AT_ONCE, stagesCodec } from '../../components/rollouts/stages'
import { group, msg, useTranslate } from '../../components/rollouts/texts'
import { useOrderText, useScopeText, useStageText, useWatchText } from '../../components/rollouts/words'
import { OrderDetails } from './OrderDetails'
import { HOURS_ERRORS, hoursCodec, NO_WATCH, newHours, watchCodec } from './times'

const OrderInput = lazyPart(() => import('../../components/rollouts/inputs/OrderInput'))
const ScopeInput = lazyPart(() => import('./inputs/ScopeInput'))
const StagesInput = lazyPart(() => import('./inputs/StagesInput'))
const HoursInput = lazyPart(() => import('./inputs/HoursInput'))
const WatchInput = lazyPart(() => import('./inputs/WatchInput'))

/** What a roll-out orders, in a few words. */
const OrderText = ({ order }: Pick<Rollout, 'order'>) => <span>{useOrderText()(order)}</span>

const ScopeText = ({ scope }: { scope: RolloutScope }) => <span>{useScopeText(scope)}</span>

function StagesText({ stages }: { stages: readonly Stage[] }) {
  const { sizeText, gateText } = useStageText()
  return (
    <Box component="ol" sx={{ m: 0, pl: 2.5 }}>
      {stages.map((stage, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- stages have no ids and keep their places
        <li key={index}>
          {[sizeText(stage, stages.length === 1), gateText(stage, index === stages.length - 1)]
            .filter(Boolean)
            .join(', ')}
        </li>
      ))}
    </Box>
  )
}

function HoursText({ hours }: Pick<Rollout, 'hours'>) {
  const translate = useTranslate()
  const text = useHoursText()
  return <span>{hours ? text(hours) : translate('rollouts.anyHours')}</span>
}
const WatchText = ({ watch }: Pick<Rollout, 'watch'>) => <span>{useWatchText()(watch)}</span>

function AtOnceText({ count }: { count: number | null }) {
  const translate = useTranslate()
  return (
    <span>
      {count === null
        ? translate('rollouts.atOnce.all')
        : translate('rollouts.atOnce.some', { smart_count: count })}
    </span>
  )
}

function SilentText({ isIncluded }: { isIncluded: boolean }) {
  return <span>{useTranslate()(isIncluded ? 'rollouts.silentToo' : 'rollouts.silentNot')}</span>
}

/** The fields of a roll-out. Rules, "Roll-outs". */
export const rolloutFields = entityFields(
  rolloutEntity,
  'all',
  group('rollouts.fields'),
  {
    name: {},
    note: { wide: true, optional: true, column: null },
    order: {
      show: ({ order }) => <OrderDetails order={order} />,
      compare: ({ order }) => <OrderText order={order} />,
      column: {
        cell: ({ order }) => <OrderText order={order} />,
        least: 180,
        sortBy: undefined,
        card: 'line',
        selfExplanatory: true,
      },
      input: { kind: 'own', Input: OrderInput, codec: orderCodec, initial: NEW_ORDER },
    },
    scope: {
      show: ({ scope }) => <ScopeText scope={scope} />,
      column: { hidden: true, sortBy: undefined, least: 180, dropPriority: 1 },
      input: {
        kind: 'own',
        Input: ScopeInput,
        codec: scopeCodec,
        initial: NEW_SCOPE,
        errors: { tooFew: msg('rollouts.errors.tooFew'), required: msg('rollouts.errors.tooFew') },
      },
    },
    stages: {
      show: ({ stages }) => <StagesText stages={stages} />,
      wide: true,
      column: null,
      input: {
        kind: 'own',
        Input: StagesInput,
        codec: stagesCodec,
        initial: AT_ONCE,
        errors: { tooFew: msg('rollouts.errors.tooFew') },
      },
    },
    hours: {
      show: ({ hours }) => <HoursText hours={hours} />,
      column: null,
      input: {
        kind: 'own',
        Input: HoursInput,
        codec: hoursCodec,
        initial: newHours(),
        errors: HOURS_ERRORS,
      },
    },
    at_once: {
      show: ({ at_once }) => <AtOnceText count={at_once} />,
      column: null,
      input: { kind: 'number', hint: msg('rollouts.form.atOnceHint') },
    },
    watch: {
      show: ({ watch }) => <WatchText watch={watch} />,
      column: null,
      input: { kind: 'own', Input: WatchInput, codec: watchCodec, initial: NO_WATCH },
    },
    includes_silent: {
      show: ({ includes_silent }) => <SilentText isIncluded={includes_silent} />,
      column: null,
      input: { kind: 'switch', initial: true },
    },
    started_at: {
      show: ({ started_at }) => started_at && <TimeText value={started_at} relative />,
      optional: true,
      column: {
        cell: ({ started_at }) => started_at && <TimeText value={started_at} />,
        width: 130,
        card: 'line',
        dropPriority: 4,
      },
    },
    started_by: {
      optional: true,
      column: { card: 'line', dropPriority: 3, width: 130 },
    },
    expected_end: {
      details: false,
      column: {
        cell: ({ expected_end }) => expected_end && <TimeText value={expected_end} />,
        width: 130,
        hidden: true,
        dropPriority: 2,
      },
    },
    ended_at: {
      show: ({ ended_at }) => ended_at && <TimeText value={ended_at} relative />,
      optional: true,
      column: {
        cell: ({ ended_at }) => ended_at && <TimeText value={ended_at} />,
        width: 130,
        hidden: true,
        dropPriority: 2,
      },
    },
    created_at: { column: { width: 130, hidden: true, dropPriority: 2 } },
    created_by: { column: { hidden: true, dropPriority: 2 } },
    id: { column: { hidden: true } },
  },
  ['state', 'stage', 'hold', 'waits_for', 'progress', 'left_out', 'rollback_of', 'rolled_back_by'],
)
