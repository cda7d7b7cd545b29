import { useCallback, useState } from 'react'
import { useLocale } from 'react-admin'
import type { Device } from '#contract/devices'
import { FIRMWARE_LIMIT, type FirmwareJob, firmwareApi } from '#contract/firmware'
import { msg as contactMsg } from '../../../components/contact/texts'
import { lazyPart, PartFrame } from '../../../components/lazyPart'
import { PermissionButton, Section, TimeText } from '../../../components/page'
import { type Column, LocalTable } from '../../../components/table'
import { msg as word } from '../../../components/words/texts'
import { useKnownPermission } from '../../../dataProvider/account'
import { useAnswer } from '../../../dataProvider/answers'
import { formatBytes } from '../../../numbers'
import { msg as deviceMsg } from '../texts'
import { JobDetails, JobState } from './JobDetails'
import { group, msg, useTranslate } from './texts'

const ScheduleDialog = lazyPart(() => import('./ScheduleDialog'))

/** Milliseconds between two polls of the jobs; a hidden page does not poll. Rules, "Firmware". */
const POLL_INTERVAL = 10_000

/** Firmware jobs of a device, newest first, polled. */
const useFirmware = (deviceId: string) =>
  useAnswer(firmwareApi.list, {
    params: { deviceId },
    query: { limit: FIRMWARE_LIMIT },
    refetchInterval: POLL_INTERVAL,
  })

function Bytes({ value }: { value: number | null }) {
  const locale = useLocale()
  return value === null ? null : <span>{formatBytes(value, locale)}</span>
}

const columns: readonly Column<FirmwareJob>[] = [
  {
    id: 'state',
    label: word('words.firmware.state'),
    cell: (job) => <JobState job={job} />,
    width: 144,
  },
  {
    id: 'firmware_id',
    label: msg('devices.firmware.firmwareId'),
    cell: ({ firmware_id }) => firmware_id,
    sortBy: 'firmware_id',
    primary: true,
  },
  {
    id: 'name',
    label: deviceMsg('devices.fields.name'),
    cell: ({ firmware_name }) => firmware_name,
    width: 80,
    dropPriority: 3,
  },
  {
    id: 'version',
    label: msg('devices.firmware.version'),
    cell: ({ firmware_version }) => firmware_version,
    width: 88,
  },
  {
    id: 'size',
    label: msg('devices.firmware.size'),
    cell: ({ firmware_size }) => <Bytes value={firmware_size} />,
    width: 88,
    dropPriority: 2,
  },
  {
    id: 'target',
    label: word('words.firmware.target'),
    cell: ({ target }) => target,
    width: 76,
    dropPriority: 1,
  },
  {
    id: 'scheduled_at',
    label: msg('devices.firmware.timeline.scheduled'),
    cell: ({ scheduled_at }) => <TimeText value={scheduled_at} />,
    sortBy: 'scheduled_at',
    width: 144,
  },
  {
    id: 'updated_at',
    label: msg('devices.firmware.timeline.updated'),
    cell: ({ updated_at }) => <TimeText value={updated_at} />,
    sortBy: 'updated_at',
    width: 144,
  },
]

const newestFirst = { field: 'scheduled_at', order: 'DESC' } as const
const rowLabel = ({ firmware_id }: FirmwareJob) => firmware_id

/** Firmware jobs of a device, and the button that schedules one. Rules, "Firmware". */
export function FirmwareTab({ device: { id, moved_at } }: { device: Device }) {
  const translate = useTranslate()
  const query = useFirmware(id)
  const { refetch } = query
  const [scheduling, setScheduling] = useState(false)
  const canSchedule = useKnownPermission('space:device:firmware:create')
  const schedule = () => setScheduling(true)
  const close = () => setScheduling(false)
  const expand = useCallback(
    (job: FirmwareJob) => <JobDetails job={job} deviceId={id} refetch={refetch} />,
    [id, refetch],
  )
  const suggestions = [...new Set(query.data?.map(({ firmware_id }) => firmware_id))]
  return (
    <Section
      title={translate('devices.firmware.title')}
      actions={
        <PermissionButton
          permission="space:device:firmware:create"
          reason={moved_at && translate(contactMsg('contact.movedAway'))}
          variant="contained"
          onClick={schedule}
        >
          {translate('devices.firmware.schedule.label')}
        </PermissionButton>
      }
    >
      <LocalTable
        title={translate('devices.firmware.jobs')}
        query={query}
        columns={columns}
        entity={moved_at ? undefined : group('devices.firmware.entity')}
        canCreate={canSchedule}
        defaultSort={newestFirst}
        expand={expand}
        rowLabel={rowLabel}
      />
      {scheduling && (
        <PartFrame onClose={close}>
          <ScheduleDialog deviceId={id} suggestions={suggestions} onClose={close} onScheduled={refetch} />
        </PartFrame>
      )}
    </Section>
  )
}
