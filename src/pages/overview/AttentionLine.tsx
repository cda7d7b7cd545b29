import { Box, Button, Link, styled } from '@mui/material'
import { type ReactNode, useId, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { DAY } from '#contract/common/durations'
import type { Attention, AttentionPart } from '#contract/overview'
import { formatMinute, formatTime, serverNow, useClock } from '../../clock'
import { SnoozeMenu } from '../../components/action/SnoozeMenu'
import { useUndo } from '../../components/action/useUndo'
import { PermissionButton, StateText, type Tone, useNow } from '../../components/page'
import { toast } from '../../components/toast/toasts'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { NOT_DELIVERED } from '../../notDelivered'
import { TOUCH, TOUCH_SIZE } from '../../theme/theme'
import { useRoom } from './Kiosk'
import { useTranslate } from './texts'
import { useLineText } from './useLineText'
import { useSnooze } from './useOverview'

/** Milliseconds between two updates of relative times. */
const INTERVAL = 15_000

const TONES = new Map<string, Tone>([
  ['late', 'warning'],
  ['many_boots', 'warning'],
  ['downlink_waiting', 'waiting'],
  ['connector_waiting', 'waiting'],
  ['connector_paused', 'none'],
  ['connector_cancelling', 'warning'],
  ['connector_behind', 'waiting'],
  ['connector_certificate', 'warning'],
])

/** A list with one line for each item. */
export const Lines = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '> li': {
    display: 'flex',
    alignItems: 'center',
    gap: theme.spacing(1),
    padding: theme.spacing(1, 0),
    '& + li': { borderTop: `1px solid ${theme.palette.divider}` },
  },
  '.text': { flex: '1 1 0', minWidth: 0, overflowWrap: 'anywhere' },
  '.evidence': { ...theme.typography.body2, color: theme.palette.text.secondary },
  // Links below each other.
  [TOUCH]: { '.text > a, .evidence:has(a)': { lineHeight: `${TOUCH_SIZE}px` } },
}))

/** Number of lines beyond those in the list. */
export function More({ count }: { count: number }) {
  const translate = useTranslate()
  if (count <= 0) return null
  return <Box sx={{ color: 'text.secondary' }}>{translate('overview.more', { smart_count: count })}</Box>
}

/** Tabs of a device by the kind that they show. */
const TABS = new Map([
  ['firmware_failed', 'firmware'],
  ['many_boots', 'session'],
])

/**
 * Address of what a line tells of: the device, its firmware or the downlinks that wait for it, the connector or its
 * undelivered deliveries, the rule, its open alert, or its alerts.
 */
function useSubjectAddress() {
  const addresses = useAddresses()
  return ({ kind, subject, since, evidence }: AttentionPart) => {
    if (subject.type === 'rule') {
      if ((evidence.alert_count ?? 1) > 1)
        return addresses.list('alerts', { filter: { rule_id: [subject.id] } })
      return evidence.alert_id === undefined
        ? addresses.record('alert-rules', subject.id)
        : addresses.record('alerts', evidence.alert_id)
    }
    if (subject.type === 'rollout') return addresses.record('rollouts', subject.id)
    if (kind === 'connector_not_delivered') return addresses.deliveries(subject.id, NOT_DELIVERED)
    if (subject.type === 'connector') return addresses.record('connectors', subject.id)
    if (kind === 'downlink_waiting') {
      // A downlink may have been created a year before its time.
      const days = Math.ceil((serverNow() - Date.parse(since)) / DAY) + 366
      const filter = { down_state: ['pending'], created_at: { relative: `${days}d` } }
      return addresses.list('messages', { deviceId: subject.id, filter })
    }
    return addresses.record('devices', subject.id, { tab: TABS.get(kind) })
  }
}

function SnoozeButton({ line, words }: { line: Attention; words: string }) {
  const translate = useTranslate()
  const clock = useClock()
  const { mutate, mutateAsync, isPending } = useSnooze()
  const undoBy = useUndo()
  const snooze = (until: number) => {
    const title = translate('overview.snooze.done', { time: formatMinute(until, clock) })
    const action = undoBy(() => mutateAsync({ line, until: null }))
    if (!isPending) mutate({ line, until }, { onSuccess: () => toast({ kind: 'success', title, action }) })
  }
  return (
    <SnoozeMenu
      permission="space:overview:update"
      size="small"
      aria-label={translate('overview.snooze.of', { name: line.subject.name, words })}
      textOf={(span) => translate(`overview.snooze.${span}`)}
      onChoose={snooze}
    >
      {translate('overview.snooze.label')}
    </SnoozeMenu>
  )
}

function ResumeButton({ line, words }: { line: Attention; words: string }) {
  const translate = useTranslate()
  const { mutate, mutateAsync, isPending } = useSnooze()
  const undoBy = useUndo()
  const title = translate('overview.snooze.resumed')
  const { snoozed } = line
  const action = snoozed ? undoBy(() => mutateAsync({ line, until: Date.parse(snoozed.until) })) : undefined
  const resume = () => {
    if (!isPending)
      mutate({ line, until: null }, { onSuccess: () => toast({ kind: 'success', title, action }) })
  }
  return (
    <PermissionButton
      permission="space:overview:update"
      size="small"
      aria-label={translate('overview.snooze.resumeOf', { name: line.subject.name, words })}
      onClick={resume}
    >
      {translate('overview.snooze.resume')}
    </PermissionButton>
  )
}

/** Leads to the mute that snoozes a line; people end it there. */
function MuteButton({ id, line, words }: { id: string; line: Attention; words: string }) {
  const translate = useTranslate()
  return (
    <Button
      component={RouterLink}
      to={useAddresses().record('mutes', id)}
      size="small"
      aria-label={translate('overview.snooze.muteOf', { name: line.subject.name, words })}
    >
      {translate('overview.snooze.mute')}
    </Button>
  )
}

/** Until when a line is snoozed, and by whom. */
function Snoozed({ snoozed: { until, by } }: { snoozed: NonNullable<Attention['snoozed']> }) {
  const translate = useTranslate()
  const time = formatMinute(Date.parse(until), useClock())
  return (
    <span>
      {by === null
        ? translate('overview.snooze.untilOnly', { time })
        : translate('overview.snooze.until', { time, by })}
    </span>
  )
}

/** The sentence of a problem, as a link to what it tells of. */
function Problem({ line, after }: { line: AttentionPart; after?: ReactNode }) {
  const translate = useTranslate()
  const [words, evidence] = useLineText()(line, useNow(INTERVAL))
  const to = useSubjectAddress()(line)
  const since = formatTime(Date.parse(line.since), useClock())
  const shown = [evidence, after].filter(Boolean)
  return (
    <>
      <Link component={RouterLink} to={to} underline="hover" sx={{ fontWeight: 600 }}>
        {line.subject.name}
      </Link>
      <Box sx={{ mt: 0.25 }}>
        <StateText tone={TONES.get(line.kind) ?? 'bad'}>
          <time dateTime={line.since} title={translate('overview.attention.since', { time: since })}>
            {words}
          </time>
        </StateText>
        {shown.length > 0 && (
          <span className="evidence">{shown.map((part, index) => [index === 0 ? ', ' : '. ', part])}</span>
        )}
      </Box>
    </>
  )
}

/** What has the same cause as a line, on demand; a wall screen says only how many there are. */
function Parts({ line: { subject, parts, parts_count } }: { line: Attention }) {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const isKiosk = useRoom() !== undefined
  if (parts_count === 0) return null
  const label = translate('overview.attention.parts', { smart_count: parts_count })
  if (isKiosk) return <div className="evidence">{label}</div>
  return (
    <>
      <Button
        size="small"
        sx={{ ml: -0.5 }}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={`${subject.name}: ${label}`}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </Button>
      {isOpen && (
        <Box component="ul" id={id} sx={{ m: 0, pl: 2, listStyle: 'none', '& > li': { py: 0.5 } }}>
          {parts.map((part) => (
            <li key={part.kind + part.subject.id}>
              <Problem line={part} />
            </li>
          ))}
          {parts_count > parts.length && (
            <li>
              <More count={parts_count - parts.length} />
            </li>
          )}
        </Box>
      )}
    </>
  )
}

/** One thing that needs attention: its subject, kind, time and evidence, and what has the same cause. */
export function AttentionLine({ line }: { line: Attention }) {
  const isKiosk = useRoom() !== undefined
  const [words] = useLineText()(line, useNow(INTERVAL))
  return (
    <li>
      <div className="text">
        <Problem line={line} after={line.snoozed && <Snoozed snoozed={line.snoozed} />} />
        <Parts line={line} />
      </div>
      {!isKiosk &&
        (line.snoozed ? (
          line.snoozed.mute_id === null ? (
            <ResumeButton line={line} words={words} />
          ) : (
            <MuteButton id={line.snoozed.mute_id} line={line} words={words} />
          )
        ) : (
          <SnoozeButton line={line} words={words} />
        ))}
    </li>
  )
}
