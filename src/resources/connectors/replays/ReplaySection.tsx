import { Box, LinearProgress, Link, List, ListItem, Stack, Typography } from '@mui/material'
import { Fragment, useState } from 'react'
import { useLocale } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { type Connector, type DeliveryState, WATCH_CAPABILITY } from '#contract/connectors'
import type { Replay } from '#contract/replays'
import { formatSpan, formatTime, tagOf, useClock } from '../../../clock'
import { useTranslate as useContact } from '../../../components/contact/texts'
import { lasting } from '../../../components/contact/words'
import { lazyPart, PartFrame } from '../../../components/lazyPart'
import { ConfirmDialog, PermissionButton, Section, StateText } from '../../../components/page'
import { Disclosure } from '../../../components/page/Disclosure'
import { useTags } from '../../../components/tags/useTags'
import { useCapability } from '../../../config'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { useTranslate } from './texts'
import { type Answer, isOpen, paceOf, type Seen, shareOf, useChangeReplay, useReplays } from './useReplays'

const ReplayDialog = lazyPart(() => import('./ReplayDialog'))

const PERMISSION = 'space:connector:update'
const TONES = { running: 'waiting', paused: 'warning', stopped: 'none', done: 'good' } as const

interface OneProps {
  connector: Connector
  replay: Replay
  seen: readonly Seen[] | undefined
}

/** The period of a replay in words. */
function useSpan({ after, before }: Pick<Replay, 'after' | 'before'>) {
  return formatSpan(Date.parse(after), Date.parse(before), useClock())
}

/** Scope of a replay besides its period, and who started it. */
function useAbout(replay: Replay): string {
  const translate = useTranslate()
  const clock = useClock()
  const tags = useTags()
  const number = new Intl.NumberFormat(tagOf(useLocale() ?? 'en'))
  const { tag_id, device_id, failed_only, rate, created_by, created_at, ended_at } = replay
  const names = tag_id.flatMap((id) => tags?.find((tag) => tag.id === id)?.name ?? [])
  const time = formatTime(Date.parse(created_at), clock)
  return [
    device_id.length > 0 && translate('connectors.replays.ofDevices', { smart_count: device_id.length }),
    names.length > 0 &&
      translate('connectors.replays.ofTags', { smart_count: names.length, names: names.join(', ') }),
    failed_only && translate('connectors.replays.onlyFailed'),
    rate !== null && translate('connectors.replays.atMost', { rate: number.format(rate) }),
    created_by === null
      ? translate('connectors.replays.began', { time })
      : translate('connectors.replays.by', { name: created_by, time }),
    ended_at !== null &&
      translate('connectors.replays.ended', { time: formatTime(Date.parse(ended_at), clock) }),
  ]
    .filter((part) => part !== false)
    .join(' · ')
}

/** Progress and rate of a replay, and the states of its deliveries. */
function Progress({ replay, seen }: Pick<OneProps, 'replay' | 'seen'>) {
  const translate = useTranslate()
  const contact = useContact()
  const tag = tagOf(useLocale() ?? 'en')
  const number = new Intl.NumberFormat(tag)
  const { id, connector_id, total, sent, skipped, pending, failed, state } = replay
  const pace = paceOf(seen)
  const share = shareOf(replay)
  const values = {
    done: number.format(sent + skipped),
    total: number.format(Math.max(total ?? 0, sent + skipped)),
    percent: new Intl.NumberFormat(tag, { style: 'percent' }).format(Math.floor(100 * share) / 100),
  }
  const words = translate(
    total === null && state !== 'done' ? 'connectors.replays.progressMany' : 'connectors.replays.progress',
    values,
  )
  const counted = (count: number) => ({ smart_count: count, count: number.format(count) })
  const { deliveries } = useAddresses()
  const filtersDeliveries = useCapability(WATCH_CAPABILITY)
  /** A part that links to deliveries of the replay, optionally in one state. */
  const link = (text: string, state?: DeliveryState) => {
    const filter = JSON.stringify({ replay_id: [id], ...(state && { state: [state] }) })
    return filtersDeliveries ? (
      <Link component={RouterLink} to={deliveries(connector_id, { filter })}>
        {text}
      </Link>
    ) : (
      text
    )
  }
  const parts = [
    link(words),
    pace &&
      translate('connectors.replays.rateNow', {
        rate: new Intl.NumberFormat(tag, { maximumFractionDigits: pace.rate < 10 ? 1 : 0 }).format(pace.rate),
      }),
    pace && translate('connectors.replays.left', { span: lasting(pace.left, contact) }),
    sent > pending + failed && link(translate('connectors.replays.delivered'), 'delivered'),
    pending > 0 && link(translate('connectors.replays.pending', counted(pending)), 'pending'),
    failed > 0 && link(translate('connectors.replays.failed', counted(failed)), 'failed'),
    skipped > 0 && translate('connectors.replays.skipped', counted(skipped)),
  ].filter((part) => part !== null && part !== false)
  return (
    <Box>
      {isOpen(replay) && (
        <LinearProgress
          variant="determinate"
          value={100 * share}
          color={state === 'paused' ? 'warning' : 'primary'}
          aria-label={words}
          sx={{ height: 8, borderRadius: 1, mb: 0.5 }}
        />
      )}
      <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {parts.map((part, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- parts have no ids, and keep their order
          <Fragment key={index}>
            {index > 0 && <span>{' · '}</span>}
            {part}
          </Fragment>
        ))}
      </Typography>
    </Box>
  )
}

/** Pauses, resumes and stops a replay. */
function Buttons({ connector, replay }: Omit<OneProps, 'seen'>) {
  const translate = useTranslate()
  const span = useSpan(replay)
  const [asking, setAsking] = useState(false)
  const { mutate, mutateAsync, isPending } = useChangeReplay(connector, replay)
  const change = replay.state === 'running' ? 'pause' : 'resume'
  const stop = async () => {
    // A toast has shown the error.
    await mutateAsync('stop').catch(() => undefined)
    setAsking(false)
  }
  return (
    <Box sx={{ display: 'flex', gap: 1 }}>
      <PermissionButton
        permission={PERMISSION}
        size="small"
        variant="outlined"
        aria-busy={isPending}
        aria-label={translate(`connectors.replays.${change}Of`, { span })}
        // It stays enabled, and so keeps the focus.
        onClick={() => !isPending && mutate(change)}
      >
        {translate(`connectors.replays.${change}`)}
      </PermissionButton>
      <PermissionButton
        permission={PERMISSION}
        size="small"
        variant="outlined"
        color="inherit"
        aria-label={translate('connectors.replays.stopOf', { span })}
        onClick={() => setAsking(true)}
      >
        {translate('connectors.replays.stop')}
      </PermissionButton>
      <ConfirmDialog
        open={asking}
        title={translate('connectors.replays.stopTitle')}
        confirmLabel={translate('connectors.replays.stop')}
        onConfirm={stop}
        onClose={() => setAsking(false)}
      >
        {translate('connectors.replays.stopText')}
      </ConfirmDialog>
    </Box>
  )
}

function OneReplay({ connector, replay, seen }: OneProps) {
  const translate = useTranslate()
  const span = useSpan(replay)
  const about = useAbout(replay)
  const { state, held } = replay
  return (
    <ListItem
      disableGutters
      sx={{
        display: 'block',
        py: 1.5,
        '&:first-of-type': { pt: 0 },
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Stack sx={{ gap: 0.75 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}>
          <StateText tone={TONES[state]}>{translate(`connectors.replays.states.${state}`)}</StateText>
          <Typography component="span" sx={{ flex: '1 1 200px', fontWeight: 600 }}>
            {translate('connectors.replays.period', { span })}
          </Typography>
          {isOpen(replay) && <Buttons connector={connector} replay={replay} />}
        </Box>
        {held && <Typography variant="body2">{translate(`connectors.replays.held.${held}`)}</Typography>}
        <Progress replay={replay} seen={seen} />
        <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
          {about}
        </Typography>
      </Stack>
    </ListItem>
  )
}

/** Starts a replay; says why it cannot while another one runs. */
export function ReplayButton({ connector }: { connector: Connector }) {
  const translate = useTranslate()
  const [asking, setAsking] = useState(false)
  const isRunning = useReplays(connector).data?.replays.some(isOpen)
  const reason = connector.enabled
    ? isRunning
      ? translate('connectors.replays.running')
      : null
    : translate('connectors.replays.off')
  return (
    <>
      <PermissionButton
        permission={PERMISSION}
        reason={reason}
        variant="outlined"
        title={translate('connectors.replays.none')}
        onClick={() => setAsking(true)}
      >
        {translate('connectors.replays.open')}
      </PermissionButton>
      {asking && (
        <PartFrame onClose={() => setAsking(false)}>
          <ReplayDialog connector={connector} onClose={() => setAsking(false)} />
        </PartFrame>
      )}
    </>
  )
}

interface ReplaySectionProps extends Answer {
  connector: Connector
}

const isFirst = (replay: Replay, index: number) => index === 0 || isOpen(replay)

/** Replays of a connector, if any: the newest and the unfinished ones, and the others behind a label. */
export function ReplaySection({ connector, replays, seen }: ReplaySectionProps) {
  const translate = useTranslate()
  const title = translate('connectors.replays.title')
  if (replays.length === 0) return null
  const one = (replay: Replay) => (
    <OneReplay key={replay.id} connector={connector} replay={replay} seen={seen[replay.id]} />
  )
  const others = replays.filter((replay, index) => !isFirst(replay, index))
  return (
    <Section title={title}>
      <List disablePadding aria-label={title}>
        {replays.filter(isFirst).map(one)}
      </List>
      {others.length > 0 && (
        <Disclosure label={translate('connectors.replays.earlier', { smart_count: others.length })}>
          <List disablePadding aria-label={translate('connectors.replays.earlierTitle')}>
            {others.map(one)}
          </List>
        </Disclosure>
      )}
    </Section>
  )
}
