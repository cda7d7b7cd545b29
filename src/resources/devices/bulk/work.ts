import type { DataProvider } from 'react-admin'
import { z } from 'zod'
import type { Device, DeviceUpdate } from '#contract/devices'
import { type TagRef, tagRefSchema } from '#contract/tags'
import { deleteJob } from '../../../components/bulk/deleteJob'
import type { KeptJob } from '../../../components/bulk/useBulkRun'
import { type Based, onLatest } from '../../../dataProvider/versionedSave'

/** A change of many devices. */
export const devicePlanSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['addTags', 'removeTags']), tags: z.array(tagRefSchema) }),
  z.object({ kind: z.literal('delete') }),
])
export type DevicePlan = z.infer<typeof devicePlanSchema>
export type BulkKind = DevicePlan['kind']

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

type Provider = Pick<DataProvider, 'getOne' | 'update' | 'delete'>
type Job = Required<Pick<KeptJob, 'work' | 'check'>>

const read = async (dataProvider: Provider, id: string) =>
  (await dataProvider.getOne<Device>('devices', { id })).data

/** Reads each device and saves it with other tags, so that nothing else is overwritten. */
function tagJob(dataProvider: Provider, change: Change): Job {
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
export function deviceJob(dataProvider: Provider, plan: DevicePlan): Job {
  if (plan.kind === 'delete') return deleteJob(dataProvider, 'devices')
  return tagJob(dataProvider, plan.kind === 'addTags' ? withTags(plan.tags) : withoutTags(plan.tags))
}
