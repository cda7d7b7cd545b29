import { Stack, Typography } from '@mui/material'
import { useLocale } from 'react-admin'
import type { FirmwareJob } from '#contract/firmware'
import { CopyText, Field, FieldList } from '../../../components/page'
import { useTranslate } from '../../../i18n/translate'
import { CancelJob } from './CancelJob'
import { Timeline } from './Timeline'
import { formatBytes } from './units'

function Downloaded({ job: { bytes_downloaded, firmware_size } }: { job: FirmwareJob }) {
  const translate = useTranslate()
  const locale = useLocale()
  if (bytes_downloaded === null) return '–'
  const bytes = formatBytes(bytes_downloaded, locale)
  if (firmware_size === null) return bytes
  return translate('devices.firmware.downloadedOf', { bytes, size: formatBytes(firmware_size, locale) })
}

/** What the row of a job expands to: its timeline and what the columns leave out. Spec 2, section 2. */
export function JobDetails({ job, deviceId }: { job: FirmwareJob; deviceId: string }) {
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
      <CancelJob job={job} deviceId={deviceId} />
    </Stack>
  )
}
