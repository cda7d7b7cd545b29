import type { DataProvider } from 'react-admin'
import type { Device, DeviceInput } from '#contract/devices'
import type { TagRef } from '#contract/tags'
import type { BulkWork } from '../../../components/bulk/runner'
import { checkDenied } from '../../../components/page'
import { ApiError } from '../../../dataProvider/client'

/** What can be done to many devices. */
export type BulkKind = 'addTags' | 'removeTags' | 'delete'

type Change = (tags: readonly TagRef[]) => TagRef[]

/** The tags of a device with these among them. */
export const withTags =
  (added: readonly TagRef[]): Change =>
  (tags) => [...tags, ...added.filter(({ id }) => tags.every((tag) => tag.id !== id))]

/** The tags of a device without these. */
export const withoutTags =
  (removed: readonly TagRef[]): Change =>
  (tags) =>
    tags.filter(({ id }) => removed.every((tag) => tag.id !== id))

interface Tools {
  dataProvider: Pick<DataProvider, 'getOne' | 'update' | 'delete'>
  /** Stops the run: the person was signed out or sent away, and further calls would be denied too. */
  stop: () => void
}

/** Reads each device and sends it back with other tags, so that nothing else of it is overwritten. */
export const tagWork =
  ({ dataProvider, stop }: Tools, change: Change): BulkWork<string> =>
  async (id, signal) => {
    const { data: device } = await dataProvider.getOne<Device>('devices', { id })
    checkDenied(device, stop)
    signal.throwIfAborted()
    const tags = change(device.tags)
    if (tags.length === device.tags.length) return 'unchanged'
    const data: DeviceInput = { name: device.name, comment: device.comment, label: device.label ?? {}, tags }
    checkDenied((await dataProvider.update('devices', { id, data, previousData: device })).data, stop)
    return 'done'
  }

/** Deletes each device; one that is gone already needs no deleting. */
export const deleteWork =
  ({ dataProvider, stop }: Tools): BulkWork<string> =>
  async (id) => {
    try {
      checkDenied((await dataProvider.delete('devices', { id, previousData: { id } })).data, stop)
      return 'done'
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return 'unchanged'
      throw error
    }
  }
