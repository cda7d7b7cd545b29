import { useCallback, useState } from 'react'
import type { Device } from '#contract/devices'
import type { FirmwareJob } from '#contract/firmware'
import { lazyPart, PartFrame } from '../../../components/lazyPart'
import { PermissionButton, Section } from '../../../components/page'
import { LocalTable } from '../../../components/table'
import { useTranslate } from '../../../i18n/translate'
import { columns } from './columns'
import { JobDetails } from './JobDetails'
import { useFirmware } from './useFirmware'

const ScheduleDialog = lazyPart(() => import('./ScheduleDialog'))

const newestFirst = { field: 'scheduled_at', order: 'DESC' } as const
const rowLabel = ({ firmware_id }: FirmwareJob) => firmware_id

/** Firmware jobs of a device, and the button that schedules one. Spec 2, sections 2 and 4. */
export function FirmwareTab({ device }: { device: Device }) {
  const translate = useTranslate()
  const query = useFirmware(device.id)
  const [scheduling, setScheduling] = useState(false)
  const close = () => setScheduling(false)
  const expand = useCallback((job: FirmwareJob) => <JobDetails job={job} deviceId={device.id} />, [device.id])
  const suggestions = [...new Set(query.data?.map(({ firmware_id }) => firmware_id))]
  return (
    <Section
      title={translate('devices.firmware.title')}
      actions={
        <PermissionButton
          permission="space:device:firmware:create"
          variant="contained"
          onClick={() => setScheduling(true)}
        >
          {translate('devices.firmware.schedule.label')}
        </PermissionButton>
      }
    >
      <LocalTable
        title={translate('devices.firmware.jobs')}
        query={query}
        columns={columns}
        entity="devices.firmware.entity"
        defaultSort={newestFirst}
        expand={expand}
        rowLabel={rowLabel}
      />
      {scheduling && (
        <PartFrame onClose={close}>
          <ScheduleDialog deviceId={device.id} suggestions={suggestions} onClose={close} />
        </PartFrame>
      )}
    </Section>
  )
}
