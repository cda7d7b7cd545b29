import { useLocale } from 'react-admin'
import type { FirmwareJob } from '#contract/firmware'
import { TimeText } from '../../../components/page'
import type { Column } from '../../../components/table'
import { JobState } from './JobState'
import { formatBytes } from './units'

/** A number of bytes; nothing when it is unknown. */
export function Bytes({ value }: { value: number | null }) {
  const locale = useLocale()
  return value === null ? null : formatBytes(value, locale)
}

/** Columns of the firmware jobs. */
export const columns: readonly Column<FirmwareJob>[] = [
  {
    id: 'state',
    label: 'devices.firmware.state',
    cell: (job) => <JobState job={job} />,
    width: 144,
  },
  {
    id: 'firmware_id',
    label: 'devices.firmware.firmwareId',
    cell: ({ firmware_id }) => firmware_id,
    sortBy: 'firmware_id',
    primary: true,
  },
  {
    id: 'name',
    label: 'devices.firmware.name',
    cell: ({ firmware_name }) => firmware_name,
    width: 80,
    yields: 3,
  },
  {
    id: 'version',
    label: 'devices.firmware.version',
    cell: ({ firmware_version }) => firmware_version,
    width: 88,
  },
  {
    id: 'size',
    label: 'devices.firmware.size',
    cell: ({ firmware_size }) => <Bytes value={firmware_size} />,
    width: 88,
    yields: 2,
  },
  {
    id: 'target',
    label: 'devices.firmware.target',
    cell: ({ target }) => target,
    width: 76,
    yields: 1,
  },
  {
    id: 'scheduled_at',
    label: 'devices.firmware.scheduledAt',
    cell: ({ scheduled_at }) => <TimeText value={scheduled_at} />,
    sortBy: 'scheduled_at',
    width: 144,
  },
  {
    id: 'updated_at',
    label: 'devices.firmware.updatedAt',
    cell: ({ updated_at }) => <TimeText value={updated_at} />,
    sortBy: 'updated_at',
    width: 144,
  },
]
