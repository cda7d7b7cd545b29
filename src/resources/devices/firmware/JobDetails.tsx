import { Box, LinearProgress, Stack, styled, Typography, useTheme } from '@mui/material'
import { useState } from 'react'
import { useLocale } from 'react-admin'
import {
  canFirmwareGo,
  type FirmwareJob,
  type FirmwareState,
  firmwareApi,
  isFirmwareDone,
} from '#contract/firmware'
import {
  ConfirmDialog,
  CopyText,
  Field,
  FieldList,
  PermissionButton,
  StateText,
  TimeText,
  useFailureToast,
  useNow,
} from '../../../components/page'
import { SameOnOthers } from '../../../components/rollouts/SameOnOthers'
import { toast } from '../../../components/toast/toasts'
import { msg as word } from '../../../components/words/texts'
import { useCapability } from '../../../config'
import { useSpaceport } from '../../../dataProvider/queries'
import { formatBytes } from '../../../numbers'
import { formatDuration, type Phase, progressOf, timelineOf, totalOf } from './job'
import { useTranslate } from './texts'

/** Colour of a job's state in the current theme: grey, blue, yellow, green, red, grey-blue. Rules, "Firmware". */
function useStateColor(state: FirmwareState): string {
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

const TONES = {
  scheduled: 'waiting',
  downloading: 'waiting',
  swapping: 'waiting',
  succeeded: 'good',
  failed: 'bad',
  canceled: 'none',
} as const

/** State of a job in its colour. */
function StateOf({ state }: { state: FirmwareState }) {
  const words = useTranslate()(word(`words.firmware.states.${state}`))
  return (
    <StateText tone={TONES[state]} color={useStateColor(state)}>
      {words}
    </StateText>
  )
}

// The outline shows the bar if its colour is too faint, such as yellow on white.
const Bar = styled(LinearProgress)(({ theme }) => ({
  height: 8,
  borderRadius: 4,
  border: `1px solid ${theme.palette.text.disabled}`,
  backgroundColor: theme.palette.background.default,
  '& .MuiLinearProgress-bar': { backgroundColor: 'currentColor' },
}))

/** As high as the bar, so that a download does not make the row higher. */
const Percent = styled('span')({ fontSize: '0.75rem', lineHeight: 1, fontVariantNumeric: 'tabular-nums' })

/** State of a job above its progress bar, with the percentage of a download. Rules, "Firmware". */
export function JobState({ job }: { job: FirmwareJob }) {
  const translate = useTranslate()
  const color = useStateColor(job.state)
  const progress = progressOf(job)
  return (
    <Stack sx={{ gap: 0.75, maxWidth: 240 }}>
      <Box>
        <StateOf state={job.state} />
      </Box>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, whiteSpace: 'nowrap' }}>
        <Bar
          variant={progress === null ? 'indeterminate' : 'determinate'}
          value={progress ?? undefined}
          aria-label={translate('devices.firmware.progress', { firmware: job.firmware_id })}
          sx={{ flex: 1, minWidth: 32 }}
          style={{ color }}
        />
        {job.state === 'downloading' && progress !== null && <Percent>{progress} %</Percent>}
      </Stack>
    </Stack>
  )
}

const PhaseList = styled('ol')(({ theme }) => ({
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

interface PhaseBlockProps {
  phase: Phase
  color: string
}

function PhaseBlock({ phase: { id, at, seconds, running, reached }, color }: PhaseBlockProps) {
  const translate = useTranslate()
  return (
    <li style={{ borderColor: reached ? color : undefined }} aria-current={running ? 'step' : undefined}>
      <strong>{translate(`devices.firmware.timeline.${id}`)}</strong>
      <span>{at ? <TimeText value={at} /> : translate('devices.firmware.timeline.notReached')}</span>
      {seconds !== null && <span>{formatDuration(seconds)}</span>}
    </li>
  )
}

/** Last report of the device; it is a step only if the job has ended. */
function LastReport({ phase: { at, seconds, reached }, color }: PhaseBlockProps) {
  const translate = useTranslate()
  const name = seconds === null ? 'updated' : 'lastReport'
  return (
    <li style={reached ? { borderColor: color } : { borderTopStyle: 'dotted' }}>
      <strong>{translate(`devices.firmware.timeline.${at ? name : 'lastReport'}`)}</strong>
      <span>{at ? <TimeText value={at} /> : translate('devices.firmware.timeline.noReport')}</span>
      {seconds !== null && (
        <span>{translate('devices.firmware.timeline.ago', { duration: formatDuration(seconds) })}</span>
      )}
    </li>
  )
}

/** The phases of a job with their durations; a running phase counts up. Rules, "Firmware". */
function Timeline({ job }: { job: FirmwareJob }) {
  const translate = useTranslate()
  const done = isFirmwareDone(job.state)
  const now = useNow(done ? null : 1000)
  const color = useStateColor(job.state)
  const total = totalOf(job)
  return (
    <PhaseList aria-label={translate('devices.firmware.timeline.title')}>
      {timelineOf(job, now).map((phase) => {
        const Block = phase.id === 'updated' ? LastReport : PhaseBlock
        return <Block key={phase.id} phase={phase} color={color} />
      })}
      {done && (
        <li style={{ borderColor: color }}>
          <span>
            <StateOf state={job.state} />
          </span>
          {total !== null && (
            <span>{translate('devices.firmware.timeline.total', { duration: formatDuration(total) })}</span>
          )}
        </li>
      )}
    </PhaseList>
  )
}

function Downloaded({ job: { bytes_downloaded, firmware_size } }: { job: FirmwareJob }) {
  const translate = useTranslate()
  const locale = useLocale()
  if (bytes_downloaded === null) return <span>{'–'}</span>
  const bytes = formatBytes(bytes_downloaded, locale)
  if (firmware_size === null) return <span>{bytes}</span>
  return (
    <span>
      {translate('devices.firmware.downloadedOf', { bytes, size: formatBytes(firmware_size, locale) })}
    </span>
  )
}

interface JobProps {
  job: FirmwareJob
  deviceId: string
  /** Reloads the jobs. */
  refetch: () => Promise<unknown>
}

/** Cancels a job that the device has not started, if the server offers this call. */
function CancelJob({ job, deviceId, refetch }: JobProps) {
  const translate = useTranslate()
  const isOffered = useCapability(firmwareApi.cancel.capability)
  const { ask } = useSpaceport()
  const showFailure = useFailureToast()
  const [asking, setAsking] = useState(false)
  if (!isOffered || !canFirmwareGo(job.state, 'canceled')) return null

  const cancel = async () => {
    try {
      await ask(firmwareApi.cancel, { params: { deviceId, jobId: job.id } })
      toast({ kind: 'success', title: translate('devices.firmware.cancel.done') })
    } catch (error) {
      showFailure(error)
    }
    setAsking(false)
    await refetch()
  }

  return (
    <Box>
      <PermissionButton
        permission="space:device:firmware:delete"
        variant="outlined"
        color="error"
        onClick={() => setAsking(true)}
      >
        {translate('devices.firmware.cancel.label')}
      </PermissionButton>
      <ConfirmDialog
        open={asking}
        title={translate('devices.firmware.cancel.title', { firmware: job.firmware_id })}
        confirmLabel={translate('devices.firmware.cancel.label')}
        closeLabel={translate('devices.firmware.cancel.keep')}
        onConfirm={cancel}
        onClose={() => setAsking(false)}
      >
        {translate('devices.firmware.cancel.text')}
      </ConfirmDialog>
    </Box>
  )
}

/** The expanded row of a job: its timeline and the values that the columns leave out. Rules, "Firmware". */
export function JobDetails(props: JobProps) {
  const { job, deviceId } = props
  const translate = useTranslate()
  const [jobId, firmwareId] = [translate('devices.firmware.jobId'), translate('devices.firmware.firmwareId')]
  return (
    <Stack sx={{ gap: 2, pt: 1, maxWidth: 1120 }}>
      <Typography variant="subtitle2" component="h3">
        {translate('devices.firmware.timeline.title')}
      </Typography>
      <Timeline job={job} />
      <FieldList>
        <Field label={translate('devices.firmware.reason')}>{job.reason}</Field>
        <Field label={jobId}>
          <CopyText value={job.id} what={jobId} />
        </Field>
        <Field label={firmwareId}>
          <CopyText value={job.firmware_id} what={firmwareId} />
        </Field>
        <Field label={translate('devices.firmware.bundle')}>{job.firmware_bundle}</Field>
        <Field label={translate('devices.firmware.downloaded')}>
          <Downloaded job={job} />
        </Field>
      </FieldList>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <CancelJob {...props} />
        <SameOnOthers
          deviceId={deviceId}
          done={{ kind: 'firmware', firmware: job.firmware_id, target: job.target }}
        />
      </Box>
    </Stack>
  )
}
