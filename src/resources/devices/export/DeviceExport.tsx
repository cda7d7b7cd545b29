import { useMemo, useState } from 'react'
import { LIST_LIMIT } from '#contract/common'
import { type Device, devicesApi } from '#contract/devices'
import type { Formats, Source } from '../../../components/export/collect'
import type { ExportOfList } from '../../../components/export/ExportButton'
import { ExportDialog } from '../../../components/export/ExportDialog'
import { fileName } from '../../../components/files'
import { fieldSheet } from '../../../components/sheets/sheet'
import { useCurrentSpace } from '../../../dataProvider/account'
import { queryOf } from '../../../dataProvider/endpoints'
import { useSpaceport } from '../../../dataProvider/queries'
import { group } from './texts'

/** A device in a file: its state and its tags by name. */
function exported({ id, name, serial_number, external_id, ...device }: Device) {
  const {
    contact,
    last_seen,
    open_alerts,
    firmware,
    tags,
    label,
    comment,
    session_id,
    created_at,
    moved_at,
  } = device
  return {
    id,
    name,
    serial_number,
    external_id,
    state: contact?.state ?? null,
    last_seen,
    open_alerts,
    firmware,
    tags: tags.map((tag) => tag.name).join(', '),
    label,
    comment,
    session_id,
    created_at,
    moved_at,
  }
}
type Exported = ReturnType<typeof exported>

const FORMATS: Formats<Exported> = {
  lineOf: (device) => JSON.stringify(device),
  sheet: fieldSheet([
    'name',
    'serial_number',
    'external_id',
    'state',
    'last_seen',
    'open_alerts',
    'firmware',
    'tags',
    'label',
    'comment',
    'session_id',
    'created_at',
    'moved_at',
    'id',
  ]),
}

/** Exports the devices of the list, the newest first. */
export default function DeviceExport({ filter, ...list }: ExportOfList) {
  const { ask } = useSpaceport()
  const space = useCurrentSpace()
  const [filters] = useState(() => queryOf({ query: devicesApi.list.query.shape }, filter))
  const source = useMemo<Source<Exported>>(
    () => ({
      read: async ({ limit, cursor }, signal) => {
        const query = { ...filters, limit, offset: cursor, sort_by: 'id', order_by: 'desc' } as const
        return (await ask(devicesApi.list, { query, signal })).map(exported)
      },
      firstLimit: LIST_LIMIT,
      nextLimit: () => LIST_LIMIT,
    }),
    [ask, filters],
  )
  return (
    <ExportDialog
      {...list}
      texts={group('devices.export')}
      source={source}
      formats={FORMATS}
      nameOf={(extension) => fileName('devices', space?.name ?? '', new Date(), extension)}
    />
  )
}
