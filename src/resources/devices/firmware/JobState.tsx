import { LinearProgress, Stack, styled, useTheme } from '@mui/material'
import type { FirmwareJob, FirmwareState } from '#contract/firmware'
import { textOn } from '../../../components/page/TagChips'
import { useTranslate } from '../../../i18n/translate'
import { palettes, type ThemeMode } from '../../../theme/theme'
import { progressOf } from './job'

const YELLOW = '#f2c037'

/** Grey, blue, yellow, green, red, grey-blue. Spec 2, section 4. */
const COLORS: Record<ThemeMode, Record<FirmwareState, string>> = {
  light: {
    scheduled: '#63666d',
    downloading: palettes.light.info.main,
    swapping: YELLOW,
    succeeded: palettes.light.success.main,
    failed: palettes.light.error.main,
    canceled: '#4a6c8c',
  },
  dark: {
    scheduled: '#b3b5ba',
    downloading: palettes.dark.info.main,
    swapping: YELLOW,
    succeeded: palettes.dark.success.main,
    failed: palettes.dark.error.main,
    canceled: '#8ba9c6',
  },
}

/** Colour of a job's state in the current theme. */
export const useStateColor = (state: FirmwareState): string => COLORS[useTheme().palette.mode][state]

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
