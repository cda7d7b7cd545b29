import { LinearProgress, Stack, styled, useTheme } from '@mui/material'
import type { FirmwareJob, FirmwareState } from '#contract/firmware'
import { textOn } from '../../../components/page/TagChips'
import { useTranslate } from '../../../i18n/translate'
import { progressOf } from './job'

/** Colour of a job's state in the current theme: grey, blue, yellow, green, red, grey-blue. Spec 2, section 4. */
export function useStateColor(state: FirmwareState): string {
  const { mode, info, success, error } = useTheme().palette
  const colors: Record<FirmwareState, string> = {
    scheduled: mode === 'light' ? '#63666d' : '#b3b5ba',
    downloading: info.main,
    swapping: '#f2c037',
    succeeded: success.main,
    failed: error.main,
    canceled: mode === 'light' ? '#4a6c8c' : '#8ba9c6',
  }
  return colors[state]
}

const Chip = styled('span')({
  display: 'inline-block',
  borderRadius: 10,
  padding: '0 8px',
  fontSize: '0.75rem',
  fontWeight: 600,
  lineHeight: '20px',
  whiteSpace: 'nowrap',
})

/** State of a job in its colour. */
export function StateChip({ state }: { state: FirmwareState }) {
  const translate = useTranslate()
  const color = useStateColor(state)
  return (
    <Chip style={{ backgroundColor: color, color: textOn(color) }}>
      {translate(`devices.firmware.states.${state}`)}
    </Chip>
  )
}

// The outline shows the bar where its colour alone is too faint, such as yellow on white.
const Bar = styled(LinearProgress)(({ theme }) => ({
  height: 8,
  borderRadius: 4,
  border: `1px solid ${theme.palette.text.disabled}`,
  backgroundColor: theme.palette.background.default,
  '& .MuiLinearProgress-bar': { backgroundColor: 'currentColor' },
}))

/** State of a job above its progress bar, with the percentage of a download. Spec 2, section 4. */
export function JobState({ job }: { job: FirmwareJob }) {
  const translate = useTranslate()
  const color = useStateColor(job.state)
  const progress = progressOf(job)
  return (
    <Stack sx={{ gap: 0.75, maxWidth: 240 }}>
      <Stack
        direction="row"
        sx={{ justifyContent: 'space-between', alignItems: 'center', gap: 1, whiteSpace: 'nowrap' }}
      >
        <StateChip state={job.state} />
        {job.state === 'downloading' && progress !== null && <span>{progress} %</span>}
      </Stack>
      <Bar
        variant={progress === null ? 'indeterminate' : 'determinate'}
        value={progress ?? undefined}
        aria-label={translate('devices.firmware.progress', { firmware: job.firmware_id })}
        style={{ color }}
      />
    </Stack>
  )
}
