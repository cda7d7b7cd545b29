import { Box, Button, Link, styled } from '@mui/material'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { Attention } from '#contract/overview'
import { formatMinute, formatTime, useClock } from '../../clock'
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

/**
 * Address for the subject of a line: the device or its firmware, the connector or its undelivered deliveries, the rule,
 * its open alert, or its alerts.
 */
function useSubjectAddress() {
  const addresses = useAddresses()
  return ({ kind, subject, evidence }: Attention) => {
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
    return addresses.record(
      'devices',
      subject.id,
      kind === 'firmware_failed' ? { tab: 'firmware' } : undefined,
    )
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

/** One thing that needs attention: its subject, kind, time and evidence. */
export function AttentionLine({ line }: { line: Attention }) {
  const isKiosk = useRoom() !== undefined
  const translate = useTranslate()
  const clock = useClock()
  const [words, evidence] = useLineText()(line, useNow(INTERVAL))
  const to = useSubjectAddress()(line)
  const since = formatTime(Date.parse(line.since), clock)
  const rest: ReactNode[] = [evidence, line.snoozed && <Snoozed key="snoozed" snoozed={line.snoozed} />]
  const shown = rest.filter(Boolean)
  return (
    <li>
      <div className="text">
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
