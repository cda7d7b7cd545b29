import { Link } from '@mui/material'
import { useMemo } from 'react'
import { ResourceContextProvider, useRecordContext } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { memberStateSchema, type Rollout, troubleSchema } from '#contract/rollouts'
import { ExportButton } from '../../../components/export/ExportButton'
import { lazyPart } from '../../../components/lazyPart'
import { StateText, TimeText, type Tone } from '../../../components/page'
import { useLeftOutText } from '../../../components/rollouts/TrialText'
import { group, msg, useTranslate } from '../../../components/rollouts/texts'
import { type Choice, type Column, NameLink, TableList } from '../../../components/table'
import type { MemberRow } from '../../../dataProvider/rolloutDevices'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { beforeText } from './before'
import { DEVICES } from './Stages'

const DeviceExport = lazyPart(() => import('./DeviceExport'))

const TONES = new Map<MemberRow['state'], Tone>([
  ['waiting', 'none'],
  ['ordered', 'waiting'],
  ['handed_over', 'waiting'],
  ['unconfirmed', 'none'],
  ['done', 'good'],
  ['failed', 'bad'],
  ['left_out', 'none'],
  ['cancelled', 'none'],
])

function MemberState({ member: { state } }: { member: MemberRow }) {
  const translate = useTranslate()
  return (
    <StateText tone={TONES.get(state) ?? 'none'}>{translate(`rollouts.member.states.${state}`)}</StateText>
  )
}

function TroubleText({ trouble }: Pick<MemberRow, 'trouble'>) {
  const translate = useTranslate()
  if (!trouble) return null
  return <StateText tone="warning">{translate(`rollouts.troubles.${trouble}`)}</StateText>
}

/** Why a device failed, as it says, or why it was left out. */
function ReasonText({ member: { state, reason } }: { member: MemberRow }) {
  const leftOutText = useLeftOutText()
  if (reason === null) return null
  return <span>{state === 'left_out' ? leftOutText(reason) : reason}</span>
}

function DeviceName({ member }: { member: MemberRow }) {
  return <NameLink to={useAddresses().record('devices', member.device_id)} name={member.device_name} />
}

function MessageLink({ member: { message_id, device_name } }: { member: MemberRow }) {
  const translate = useTranslate()
  const { record } = useAddresses()
  if (message_id === null) return null
  return (
    <Link
      component={RouterLink}
      to={record('messages', message_id)}
      aria-label={translate('rollouts.member.openMessage', { name: device_name })}
    >
      {translate('rollouts.change.open')}
    </Link>
  )
}

const Moment = ({ value }: { value: string | null }) => value && <TimeText value={value} />

/** The stages of the roll-out on the page. */
function useStageChoices(): readonly Choice[] {
  const translate = useTranslate()
  const rollout = useRecordContext<Rollout>()
  return (rollout?.stages ?? []).map((_stage, index) => ({
    id: String(index),
    name: translate('rollouts.devices.stageChoice', { number: index + 1 }),
  }))
}

const STATE_CHOICES = memberStateSchema.options.map((id) => ({
  id,
  name: msg(`rollouts.member.states.${id}`),
}))
const TROUBLE_CHOICES = troubleSchema.options.map((id) => ({ id, name: msg(`rollouts.troubles.${id}`) }))

const columns: readonly Column<MemberRow>[] = [
  {
    id: 'device_name',
    label: msg('rollouts.member.device'),
    cell: (member) => <DeviceName member={member} />,
    primary: true,
    hideable: false,
    filter: { kind: 'text', source: 'name', minLength: 1 },
  },
  {
    id: 'stage',
    label: msg('rollouts.member.stage'),
    cell: ({ stage }) => (stage === null ? null : stage + 1),
    width: 64,
    figures: true,
    card: 'line',
    filter: { kind: 'multiselect', source: 'stage', choices: useStageChoices },
  },
  {
    id: 'state',
    label: msg('rollouts.member.state'),
    cell: (member) => <MemberState member={member} />,
    width: 130,
    card: 'title',
    filter: { kind: 'multiselect', source: 'state', choices: STATE_CHOICES },
  },
  {
    id: 'trouble',
    label: msg('rollouts.member.trouble'),
    cell: ({ trouble }) => <TroubleText trouble={trouble} />,
    width: 130,
    card: 'line',
    selfExplanatory: true,
    filter: { kind: 'multiselect', source: 'trouble', choices: TROUBLE_CHOICES },
  },
  {
    id: 'reason',
    label: msg('rollouts.member.reason'),
    cell: (member) => <ReasonText member={member} />,
    least: 120,
    card: 'line',
    selfExplanatory: true,
  },
  {
    id: 'before',
    label: msg('rollouts.member.before'),
    cell: ({ before }) => beforeText(before),
    least: 96,
    dropPriority: 3,
  },
  {
    id: 'ordered_at',
    label: msg('rollouts.member.ordered_at'),
    cell: ({ ordered_at }) => <Moment value={ordered_at} />,
    width: 124,
    dropPriority: 2,
  },
  {
    id: 'reached_at',
    label: msg('rollouts.member.reached_at'),
    cell: ({ reached_at }) => <Moment value={reached_at} />,
    width: 124,
    dropPriority: 4,
  },
  {
    id: 'settled_at',
    label: msg('rollouts.member.settled_at'),
    cell: ({ settled_at }) => <Moment value={settled_at} />,
    width: 124,
    dropPriority: 5,
  },
  {
    id: 'expected_at',
    label: msg('rollouts.member.expected_at'),
    cell: ({ expected_at }) => <Moment value={expected_at} />,
    width: 124,
    dropPriority: 1,
  },
  {
    id: 'message',
    label: msg('rollouts.member.message'),
    cell: (member) => <MessageLink member={member} />,
    width: 72,
  },
]

// The server's only order: by stage and name.
const BY_STAGE = { field: 'stage', order: 'ASC' } as const

/** Milliseconds between two polls, also after the end: the last results come then. A hidden page does not poll. */
const POLL = 10_000

const rowLabel = ({ device_name }: MemberRow) => device_name

/** The devices of a roll-out with their results, by filters that the address has. */
export function DeviceTable({ rollout: { id } }: { rollout: Rollout }) {
  const filter = useMemo(() => ({ rolloutId: id }), [id])
  return (
    <div id={DEVICES}>
      <ResourceContextProvider value="rolloutDevices">
        <TableList
          isSection
          columns={columns}
          title={msg('rollouts.devices.title')}
          entity={group('rollouts.devices.entity')}
          emptyText={msg('rollouts.devices.empty')}
          defaultSort={BY_STAGE}
          filter={filter}
          rowLabel={rowLabel}
          refreshesItself={POLL}
          headerActions={<ExportButton Dialog={DeviceExport} />}
        />
      </ResourceContextProvider>
    </div>
  )
}
