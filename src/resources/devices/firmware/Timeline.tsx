import { styled } from '@mui/material'
import { type FirmwareJob, isFirmwareDone } from '#contract/firmware'
import { TimeText, useNow } from '../../../components/page'
import { useTranslate } from '../../../i18n/translate'
import { StateChip, useStateColor } from './JobState'
import { type Phase, timelineOf, totalOf } from './timeline'
import { formatDuration } from './units'

const List = styled('ol')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gap: theme.spacing(2),
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(160px, 100%), 1fr))',
  '& > li': {
    borderTop: '4px solid',
    borderColor: theme.palette.divider,
    paddingTop: theme.spacing(1),
    display: 'flex',
    flexDirection: 'column',
    gap: theme.spacing(0.5),
    color: theme.palette.text.secondary,
  },
  strong: { color: theme.palette.text.primary },
}))

function PhaseBlock({ phase: { id, at, seconds, running }, color }: { phase: Phase; color: string }) {
  const translate = useTranslate()
  return (
    <li
      style={{ borderColor: at ? color : undefined }}
      aria-current={running && id !== 'updated' ? 'step' : undefined}
    >
      <strong>{translate(`devices.firmware.timeline.${id}`)}</strong>
      <span>
        {at || id === 'updated' ? <TimeText value={at} /> : translate('devices.firmware.timeline.notReached')}
      </span>
      {seconds !== null && <span>{formatDuration(seconds)}</span>}
    </li>
  )
}

/** The way of a job with the duration of each phase; a running phase counts up. Spec 2, section 4. */
export function Timeline({ job }: { job: FirmwareJob }) {
  const translate = useTranslate()
  const done = isFirmwareDone(job.state)
  const now = useNow(done ? null : 1000)
  const color = useStateColor(job.state)
  const total = totalOf(job)
  return (
    <List aria-label={translate('devices.firmware.timeline.title')}>
      {timelineOf(job, now).map((phase) => (
        <PhaseBlock key={phase.id} phase={phase} color={color} />
      ))}
      {done && (
        <li style={{ borderColor: color }}>
          <span>
            <StateChip state={job.state} />
          </span>
          {total !== null && (
            <span>{translate('devices.firmware.timeline.total', { duration: formatDuration(total) })}</span>
          )}
        </li>
      )}
    </List>
  )
}
