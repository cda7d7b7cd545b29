import { Alert, Link, Typography } from '@mui/material'
import { Suspense } from 'react'
import { type UseGetOneOptions, WithRecord } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { type Rollout, rolloutsApi } from '#contract/rollouts'
import { ChangesButton } from '../../../components/audit/ChangesButton'
import { lazyPart } from '../../../components/lazyPart'
import { Field, Section } from '../../../components/page'
import { RecordDetails, RecordPage } from '../../../components/resource/RecordPage'
import { TrialPanel } from '../../../components/rollouts/TrialText'
import { useTranslate } from '../../../components/rollouts/texts'
import { useGetOne } from '../../../dataProvider/queries'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { rolloutFields } from '../fields'
import { RolloutState } from '../RolloutState'
import { Actions } from './Actions'
import { DeviceTable } from './DeviceTable'
import { LeftOut } from './LeftOut'
import { Stages } from './Stages'
import { WhyText } from './WhyText'

const RolloutEdit = lazyPart(async () => ({ default: (await import('../RolloutForms')).RolloutEdit }))

/** Milliseconds between two polls: of a roll-out under way, and of others. A hidden page does not poll. */
const POLL = { underWay: 5000, usual: 30_000 }

const polling: UseGetOneOptions<Rollout> = {
  refetchInterval: ({ state: { data } }) =>
    data?.state === 'running' || data?.state === 'paused' ? POLL.underWay : POLL.usual,
}

/** A roll-out by its name, as a link. */
function RolloutLink({ id }: { id: string }) {
  const translate = useTranslate()
  const { data, error } = useGetOne('rollouts', { id }, { staleTime: 60_000, onError: () => undefined })
  const to = useAddresses().record('rollouts', id)
  if (error) return <span>{translate('rollouts.form.deletedRollout')}</span>
  return (
    <Link component={RouterLink} to={to}>
      {data?.name ?? '…'}
    </Link>
  )
}

/** What a draft would do. */
function DraftTrial({ rollout }: { rollout: Rollout }) {
  const input = rolloutsApi.try.body.safeParse(rollout).data ?? null
  return (
    <Section>
      <TrialPanel input={input} />
    </Section>
  )
}

function RolloutShow({ rollout }: { rollout: Rollout }) {
  const translate = useTranslate()
  const { id, rollback_of, rolled_back_by, state } = rollout
  return (
    <>
      {state === 'draft' ? <DraftTrial rollout={rollout} /> : <Stages rollout={rollout} />}
      <LeftOut rollout={rollout} />
      {state !== 'draft' && <DeviceTable key={id} rollout={rollout} />}
      <RecordDetails<Rollout> fields={rolloutFields} actions={<ChangesButton id={id} />}>
        {rollback_of !== null && (
          <Field label={translate('rollouts.rollbackOf')}>
            <RolloutLink id={rollback_of} />
          </Field>
        )}
        {rolled_back_by !== null && (
          <Field label={translate('rollouts.rolledBackBy')}>
            <RolloutLink id={rolled_back_by} />
          </Field>
        )}
      </RecordDetails>
    </>
  )
}

/** The state of a roll-out and its reason; a hold is shown as a warning. */
function Subtitle({ rollout }: { rollout: Rollout }) {
  const isHeld = rollout.state === 'paused' && rollout.hold !== null
  if (isHeld)
    return (
      <Alert severity="error" sx={{ mt: 1 }}>
        <WhyText rollout={rollout} />
      </Alert>
    )
  return (
    <Typography
      variant="body2"
      component="div"
      sx={{ mt: 1, display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}
    >
      <RolloutState rollout={rollout} />
      <WhyText rollout={rollout} />
    </Typography>
  )
}

/** One roll-out: its state and why, its stages, its devices, and what people can do. Rules, "Roll-outs". */
export default function RolloutPage() {
  return (
    <RecordPage
      queryOptions={polling}
      actions={<WithRecord<Rollout> render={(rollout) => <Actions rollout={rollout} />} />}
      subtitle={<WithRecord<Rollout> render={(rollout) => <Subtitle rollout={rollout} />} />}
      show={<WithRecord<Rollout> render={(rollout) => <RolloutShow rollout={rollout} />} />}
      edit={
        <Suspense>
          <RolloutEdit />
        </Suspense>
      }
    />
  )
}
