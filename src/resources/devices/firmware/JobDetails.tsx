import { Box, Stack, styled, Typography } from '@mui/material'
import { useState } from 'react'
import { useLocale } from 'react-admin'
import { canFirmwareGo, type FirmwareJob, firmwareApi, isFirmwareDone } from '#contract/firmware'
import {
  ConfirmDialog,
  CopyText,
  Field,
  FieldList,
  PermissionButton,
  TimeText,
  useFailureToast,
  useNow,
  wasDenied,
} from '../../../components/page'
import { toast } from '../../../components/toast/toasts'
import { useConfig } from '../../../config'
import { useSpaceport } from '../../../dataProvider/useSpaceport'
import { useTranslate } from '../../../i18n/translate'
import { StateChip, useStateColor } from './JobState'
import { formatBytes, formatDuration, type Phase, timelineOf, totalOf } from './job'

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

/** The phases of a job with their durations; a running phase counts up. Spec 2, section 4. */
function Timeline({ job }: { job: FirmwareJob }) {
  const translate = useTranslate()
  const done = isFirmwareDone(job.state)
  const now = useNow(done ? null : 1000)
  const color = useStateColor(job.state)
  const total = totalOf(job)
  return (
    <PhaseList aria-label={translate('devices.firmware.timeline.title')}>
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
    </PhaseList>
  )
}

function Downloaded({ job: { bytes_downloaded, firmware_size } }: { job: FirmwareJob }) {
  const translate = useTranslate()
  const locale = useLocale()
  if (bytes_downloaded === null) return '–'
  const bytes = formatBytes(bytes_downloaded, locale)
  if (firmware_size === null) return bytes
  return translate('devices.firmware.downloadedOf', { bytes, size: formatBytes(firmware_size, locale) })
}

interface JobProps {
  job: FirmwareJob
  deviceId: string
  /** Reads the jobs again. */
  refetch: () => Promise<unknown>
}

/** Cancels a job that the device has not started, if the server offers this call. */
function CancelJob({ job, deviceId, refetch }: JobProps) {
  const translate = useTranslate()
  const { capabilities } = useConfig()
  const { cancelFirmware } = useSpaceport()
  const showFailure = useFailureToast()
  const [asking, setAsking] = useState(false)
  if (!capabilities.includes(firmwareApi.cancel.capability) || !canFirmwareGo(job.state, 'canceled'))
    return null

  const cancel = async () => {
    try {
      if (wasDenied(await cancelFirmware(deviceId, job.id))) return
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

/** The expanded row of a job: its timeline and the values that the columns leave out. Spec 2, section 2. */
export function JobDetails(props: JobProps) {
  const { job } = props
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
      <CancelJob {...props} />
    </Stack>
  )
}
