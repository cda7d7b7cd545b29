import { type Rollout, rolloutStateSchema } from '#contract/rollouts'
import { lazyPart } from '../../components/lazyPart'
import { columnsOf } from '../../components/resource/fields'
import { ResourceList } from '../../components/resource/ResourceList'
import { RowActions } from '../../components/resource/RowActions'
import { msg } from '../../components/rollouts/texts'
import { rolloutFields } from './fields'
import { ProgressText } from './Progress'
import { RolloutState } from './RolloutState'

const RolloutGuide = lazyPart(() => import('./RolloutGuide'))

const NEWEST_FIRST = { field: 'created_at', order: 'DESC' } as const

/** Milliseconds between two polls; a hidden page does not poll. */
const POLL = 10_000

const STATE_CHOICES = rolloutStateSchema.options.map((id) => ({ id, name: msg(`rollouts.states.${id}`) }))

const { name, order, state: _state, progress: _progress, ...others } = rolloutFields
const columns = columnsOf<Rollout>(
  {
    name,
    state: {
      label: msg('rollouts.state'),
      show: (rollout: Rollout) => <RolloutState rollout={rollout} />,
      column: {
        card: 'title',
        width: 150,
        sortBy: 'state',
        filter: { kind: 'multiselect', source: 'state', choices: STATE_CHOICES },
      },
    },
    order,
    progress: {
      label: msg('rollouts.progress'),
      show: (rollout: Rollout) => <ProgressText rollout={rollout} />,
      column: { card: 'below', width: 180 },
    },
    ...others,
  },
  { actions: { cell: (rollout) => <RowActions row={rollout} /> } },
)

/** Roll-outs of the space. Rules, "Roll-outs". */
export default function RolloutList() {
  return (
    <ResourceList<Rollout>
      columns={columns}
      defaultSort={NEWEST_FIRST}
      refreshesItself={POLL}
      guide={<RolloutGuide />}
    />
  )
}
