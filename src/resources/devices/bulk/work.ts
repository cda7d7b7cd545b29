import type { DataProvider } from 'react-admin'
import type { Device, DeviceUpdate } from '#contract/devices'
import type { TagRef } from '#contract/tags'
import type { BulkJob } from '../../../components/bulk/machine'
import { type Based, onLatest } from '../../../dataProvider/versionedSave'

/** A change of the tags of many devices. */
export interface TagPlan {
  kind: 'addTags' | 'removeTags'
  tags: readonly TagRef[]
}
export type BulkKind = TagPlan['kind'] | 'delete'

type Change = (tags: readonly TagRef[]) => TagRef[]

/** The tags of a device, and these. */
export const withTags =
  (added: readonly TagRef[]): Change =>
  (tags) => [...tags, ...added.filter(({ id }) => tags.every((tag) => tag.id !== id))]

/** The tags of a device without these. */
export const withoutTags =
  (removed: readonly TagRef[]): Change =>
  (tags) =>
    tags.filter(({ id }) => removed.every((tag) => tag.id !== id))

type Provider = Pick<DataProvider, 'getOne' | 'update'>
const read = async (dataProvider: Provider, id: string) =>
  (await dataProvider.getOne<Device>('devices', { id })).data

/** Reads each device and saves it with other tags, so that nothing else is overwritten. */
function tagJob(dataProvider: Provider, change: Change): Required<BulkJob> {
  const changed = (device: Device) => {
    const tags = change(device.tags)
    return tags.length === device.tags.length ? null : tags
  }
  return {
    work: (id, signal, headers) =>
      onLatest(async () => {
        const device = await read(dataProvider, id)
        signal.throwIfAborted()
        const tags = changed(device)
        if (!tags) return 'unchanged'
        const { name, comment, label, external_id } = device
        // Servers whose PUT replaces the device lose omitted fields; the specification's calls have no external id.
        const data = {
          name,
          comment,
          label: label ?? {},
          tags,
          external_id: external_id ?? undefined,
        } satisfies Record<keyof DeviceUpdate, unknown>
        const based: Based = { version: device.version, data: { ...data, tags: device.tags } }
        await dataProvider.update('devices', { id, data, previousData: device, meta: { based, headers } })
        return 'done'
      }),
    check: async (id) => (changed(await read(dataProvider, id)) ? 'open' : 'done'),
  }
}

/** Applies a plan to each device, and checks whether it was applied. */
export const deviceJob = (dataProvider: Provider, { kind, tags }: TagPlan): Required<BulkJob> =>
  tagJob(dataProvider, kind === 'addTags' ? withTags(tags) : withoutTags(tags))
