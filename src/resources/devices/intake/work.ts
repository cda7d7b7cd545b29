import { type ConfigTemplate, configurationApi } from '#contract/configuration'
import { type Device, devicesApi } from '#contract/devices'
import type { BulkJob } from '../../../components/bulk/machine'
import { runBulk } from '../../../components/bulk/runBulk'
import type { SpaceportDataProvider } from '../../../dataProvider'
import { useRead } from '../../../dataProvider/answers'
import { ApiError, isGone, type RequestOptions, UserFacingError } from '../../../dataProvider/client'
import { useSpaceport } from '../../../dataProvider/queries'
import { toCreation } from '../DeviceForms'
import type { IntakeRow } from './rows'
import { msg } from './texts'

type Provider = Pick<SpaceportDataProvider, 'getList' | 'getOne' | 'create' | 'delete' | 'ask'>

/** The device of this space with a serial number; undefined if there is none. The server finds parts of numbers. */
async function withSerial({ getList }: Provider, serial_number: string, signal?: AbortSignal) {
  const { data } = await getList<Device>('devices', {
    pagination: { page: 1, perPage: 10 },
    sort: { field: 'name', order: 'ASC' },
    filter: { serial_number },
    signal,
  })
  return data.find((device) => device.serial_number === serial_number)
}

/** Which serial numbers devices of this space have; undefined until all are searched. */
export function useTaken(serials: readonly string[]) {
  const dataProvider = useSpaceport()
  const { data, error, refetch } = useRead(
    devicesApi.list,
    { serials },
    async (signal): Promise<ReadonlySet<string>> => {
      const taken = new Set<string>()
      const failed: string[] = []
      await runBulk({
        ids: serials,
        signal,
        work: async (serial) => {
          if (await withSerial(dataProvider, serial, signal)) taken.add(serial)
          return 'done'
        },
        onOutcome: (_serial, outcome) => {
          if ('message' in outcome) failed.push(outcome.message)
        },
      })
      signal.throwIfAborted()
      if (failed[0] !== undefined) throw new UserFacingError(failed[0])
      return taken
    },
    { staleTime: 'static', gcTime: 0, retry: false },
  )
  return { taken: data, error, retry: () => void refetch() }
}

type Said = Pick<Device, 'name' | 'comment' | 'label'> & { tags: readonly { id: string }[] }

/** What a row says of a device, whatever the order of tags and labels is. */
const saidOf = ({ name, comment, tags, label }: Said) =>
  JSON.stringify([
    name,
    comment,
    tags.map(({ id }) => id).toSorted(),
    Object.entries(label ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ])

/** Whether a device is as its row says; else somebody else may have created it. */
export const isAsCreated = (device: Said, input: Said) => saidOf(device) === saidOf(input)

/** Devices by the row that created them. */
export type Created = Map<string, Device>

/** Wishes the settings of a template for a new device. It says so if only that has failed. */
async function wishFor(
  { ask }: Provider,
  { settings }: ConfigTemplate,
  { id }: Device,
  headers: RequestOptions['headers'],
): Promise<void> {
  try {
    await ask(configurationApi.wish, { params: { deviceId: id }, body: { wished: settings }, headers })
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500)
      throw new UserFacingError(msg('devices.intake.notWished'), { cause: error })
    throw error
  }
}

/** Whether a device has the wishes of a template. */
async function isWished({ ask }: Provider, { settings }: ConfigTemplate, { id }: Device) {
  const { wished } = await ask(configurationApi.read, { params: { deviceId: id } })
  const values = new Map(wished.map(({ name, value }) => [name, value]))
  return Object.entries(settings).every(([name, value]) => values.get(name) === value)
}

/**
 * Creates the devices of rows, and wishes the settings of a template for each. It checks by the serial number whether that was done; a
 * device that is there gets only the settings.
 */
export function intakeJob(
  dataProvider: Provider,
  rows: readonly IntakeRow[],
  created: Created,
  template: ConfigTemplate | null,
): Required<BulkJob> {
  const inputs = new Map(rows.flatMap(({ id, input }) => (input ? [[id, input] as const] : [])))
  const inputOf = (id: string) => {
    const input = inputs.get(id)
    if (!input) throw new Error(`row ${id} has no input`)
    return input
  }
  return {
    async work(id, _signal, headers) {
      let device = created.get(id)
      if (!device) {
        const { data } = await dataProvider.create<Device>('devices', {
          data: toCreation(inputOf(id)),
          meta: { headers },
        })
        device = data
        created.set(id, data)
      }
      if (template) await wishFor(dataProvider, template, device, headers)
      return 'done'
    },
    async check(id) {
      const input = inputOf(id)
      const device = await withSerial(dataProvider, input.serial_number)
      if (!device) return 'open'
      if (!isAsCreated(device, input)) return { conflict: msg('devices.intake.conflict') }
      created.set(id, device)
      return template && !(await isWished(dataProvider, template, device)) ? 'open' : 'done'
    },
  }
}

/** Deletes the devices of rows again, except those that have sent or that somebody has changed. */
export function undoJob(dataProvider: Provider, created: Created): Required<BulkJob> {
  const deviceOf = (id: string) => {
    const device = created.get(id)
    if (!device) throw new Error(`row ${id} has no device`)
    return device
  }
  const read = async (id: string) => {
    try {
      return (await dataProvider.getOne<Device>('devices', { id: deviceOf(id).id })).data
    } catch (error) {
      if (isGone(error)) return null
      throw error
    }
  }
  return {
    async work(id, _signal, headers) {
      const now = await read(id)
      if (!now) return 'unchanged'
      const before = deviceOf(id)
      if (now.last_seen !== null || now.version !== before.version)
        throw new UserFacingError(msg('devices.intake.kept'))
      await dataProvider.delete('devices', {
        id: before.id,
        previousData: before,
        meta: { headers, version: before.version },
      })
      return 'done'
    },
    check: async (id) => ((await read(id)) ? 'open' : 'done'),
  }
}
