import { useMemo } from 'react'
import { idSchema } from '#contract/common'
import { type Device, devicesApi, serialNumberSchema } from '#contract/devices'
import { runBulk } from '../../../components/bulk/runBulk'
import type { SpaceportDataProvider } from '../../../dataProvider'
import { useRead } from '../../../dataProvider/answers'
import { isMissing, UserFacingError } from '../../../dataProvider/client'
import { useSpaceport } from '../../../dataProvider/queries'
import { pagesOf } from './pages'

/** Device of a cell, or why there is none: no device has the name, or several do. */
type Found = Pick<Device, 'id' | 'name'> | 'missing' | 'several'

/** Devices by cell of the file. */
export type FoundDevices = ReadonlyMap<string, Found>

type Reader = Pick<SpaceportDataProvider, 'getOne' | 'getList'>

/** The device with a serial number, name or id. The server finds parts of texts, so they are compared here. */
async function findDevice(dataProvider: Reader, cell: string, signal: AbortSignal): Promise<Found> {
  if (idSchema.safeParse(cell).success) {
    try {
      return (await dataProvider.getOne<Device>('devices', { id: cell })).data
    } catch (error) {
      if (isMissing(error)) return 'missing'
      throw error
    }
  }
  const isSerial = serialNumberSchema.safeParse(cell).success
  const name = cell.toLowerCase()
  const filter = isSerial ? { serial_number: cell } : { name }
  const same: Device[] = []
  for await (const devices of pagesOf<Device>(dataProvider, 'devices', filter, signal))
    same.push(
      ...devices.filter((device) => (isSerial ? device.serial_number === cell : device.name === name)),
    )
  const [first, second] = same
  if (!first) return 'missing'
  return second ? 'several' : first
}

/** Searches the devices of a file, each cell once; undefined meanwhile. */
export function useFoundDevices(cells: readonly string[]) {
  const dataProvider = useSpaceport()
  const wanted = useMemo(() => [...new Set(cells.filter((cell) => cell !== ''))], [cells])
  const query = useRead(
    devicesApi.list,
    { wanted },
    async (signal): Promise<FoundDevices> => {
      const found = new Map<string, Found>()
      const failed: string[] = []
      await runBulk({
        ids: wanted,
        signal,
        work: async (cell) => {
          found.set(cell, await findDevice(dataProvider, cell, signal))
          return 'done'
        },
        onOutcome: (_cell, outcome) => {
          if ('message' in outcome) failed.push(outcome.message)
        },
      })
      signal.throwIfAborted()
      if (failed[0] !== undefined) throw new UserFacingError(failed[0])
      return found
    },
    // Nothing changes while people review the rows or the import runs.
    { staleTime: 'static', gcTime: 0, retry: false },
  )
  return { devices: query.data, error: query.error, retry: () => void query.refetch() }
}
