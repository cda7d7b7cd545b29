import { LinearProgress, Stack, styled, useTheme } from '@mui/material'
import type { FirmwareJob } from '#contract/firmware'
import { textOn } from '../../../components/page/TagChips'
import { useTranslate } from '../../../i18n/translate'
import { progressOf } from './progress'
import { stateColors } from './stateColors'

/** Colour of a job's state in the current theme. */
export function useStateColor(state: FirmwareJob['state']): string {
  return stateColors[useTheme().palette.mode][state]
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

// The outline shows the bar where its colour alone would be too faint, such as yellow on white.
const Bar = styled(LinearProgress)(({ theme }) => ({
  height: 8,
  borderRadius: 4,
  border: `1px solid ${theme.palette.text.disabled}`,
  backgroundColor: theme.palette.background.default,
  '& .MuiLinearProgress-bar': { backgroundColor: 'currentColor' },
}))

/** State of a job in its colour. */
export function StateChip({ state }: Pick<FirmwareJob, 'state'>) {
  const translate = useTranslate()
  const color = useStateColor(state)
  return (
    <Chip style={{ backgroundColor: color, color: textOn(color) }}>
      {translate(`devices.firmware.states.${state}`)}
    </Chip>
  )
}

/** State of a job over its progress bar; a download says its percent. Spec 2, section 4. */
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
