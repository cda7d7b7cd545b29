import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deviceEntity } from '#contract/devices'
import { deleteJob } from '../../../components/bulk/deleteJob'
import { createDataProvider } from '../../../dataProvider'
import { ApiError, type Client, createClient } from '../../../dataProvider/client'
import { deviceJob, withoutTags, withTags } from './work'

const uuid = (last: number) => `01890a5d-ac96-774b-bcce-${String(last).padStart(12, '0')}`
const tag = (last: number) => ({ id: uuid(last), name: `tag-${last}`, color: '#1E88E5' })
const anyTags = fc.uniqueArray(fc.integer({ min: 1, max: 9 })).map((numbers) => numbers.map(tag))
const ids = (tags: { id: string }[]) => tags.map(({ id }) => id).toSorted()

const device = deviceEntity.schema.parse({
  id: uuid(100),
  name: 'pump-1',
  comment: 'In the cellar',
  serial_number: '2159018205',
  external_id: 'ERP-17',
  label: { site: 'Brno' },
  tags: [tag(1), tag(2)],
  created_at: '2026-01-02T03:04:05.678Z',
})

/** A data provider over a server with one device, which records changes. */
function provider(answers: { error?: ApiError } = {}) {
  const sent: unknown[] = []
  const client: Client = {
    ...createClient('', () => null),
    async request(method, _path, { body } = {}) {
      if (answers.error) throw answers.error
      if (method === 'PUT') sent.push(body)
      return device
    },
  }
  return { dataProvider: createDataProvider(client, uuid(999)), sent }
}

const signal = new AbortController().signal
describe('a change of tags', () => {
  it('adds missing tags and removes present ones, in any combination', () => {
    fc.assert(
      fc.property(anyTags, anyTags, (before, chosen) => {
        const added = withTags(chosen)(before)
        expect(ids(added)).toEqual([...new Set([...ids(before), ...ids(chosen)])].toSorted())
        expect(added.slice(0, before.length)).toEqual(before)
        const gone = ids(chosen)
        expect(ids(withoutTags(chosen)(added))).toEqual(ids(before).filter((id) => !gone.includes(id)))
      }),
    )
  })

  it('sends all other fields of the device unchanged', async () => {
    const { dataProvider, sent } = provider()
    const { work } = deviceJob(dataProvider, { kind: 'addTags', tags: [tag(3)] })
    expect(await work(device.id, signal)).toBe('done')
    const { name, comment, label, external_id } = device
    expect(sent).toEqual([{ name, comment, label, external_id, tags: [tag(1), tag(2), tag(3)] }])
  })

  it('sends only the tags to a server with versions, and reads them again after another change', async () => {
    const sent: unknown[] = []
    let current = { ...device, version: 4 }
    const client: Client = {
      ...createClient('', () => null),
      async request(method, _path, { body, headers } = {}) {
        if (method !== 'PUT') return current
        sent.push([headers?.['If-Match'], body])
        if (sent.length > 1) return current
        current = { ...current, version: 5, tags: [tag(8)] }
        throw new ApiError(412, '{"message":"changed","version":5,"changes":[]}', 0)
      },
    }
    const { work } = deviceJob(createDataProvider(client, uuid(999)), { kind: 'addTags', tags: [tag(3)] })
    expect(await work(device.id, signal)).toBe('done')
    expect(sent).toEqual([
      ['"4"', { tags: [tag(1), tag(2), tag(3)] }],
      ['"5"', { tags: [tag(8), tag(3)] }],
    ])
  })

  it('sends nothing when the tags are already right', async () => {
    const { dataProvider, sent } = provider()
    const { work } = deviceJob(dataProvider, { kind: 'removeTags', tags: [tag(7)] })
    expect(await work(device.id, signal)).toBe('unchanged')
    expect(sent).toEqual([])
  })

  it('sends nothing when the run was cancelled meanwhile', async () => {
    const { dataProvider, sent } = provider()
    const { work } = deviceJob(dataProvider, { kind: 'addTags', tags: [tag(3)] })
    const aborted = AbortSignal.abort()
    await expect(work(device.id, aborted)).rejects.toBe(aborted.reason)
    expect(sent).toEqual([])
  })

  it('is found done or open by reading the device', async () => {
    const { dataProvider, sent } = provider()
    const check = (kind: 'addTags' | 'removeTags', last: number) =>
      deviceJob(dataProvider, { kind, tags: [tag(last)] }).check(device.id, signal)
    expect(await check('addTags', 2)).toBe('done')
    expect(await check('addTags', 3)).toBe('open')
    expect(await check('removeTags', 2)).toBe('open')
    expect(await check('removeTags', 3)).toBe('done')
    expect(sent).toEqual([])
  })
})

describe('a deletion', () => {
  it('counts a missing device as unchanged', async () => {
    const { dataProvider } = provider({ error: new ApiError(404, 'not found', 0) })
    expect(await deleteJob(dataProvider, 'devices').work(device.id, signal)).toBe('unchanged')
  })

  it('passes on the sentence of the server', async () => {
    const { dataProvider } = provider({ error: new ApiError(409, 'the device is busy', 0) })
    await expect(deleteJob(dataProvider, 'devices').work(device.id, signal)).rejects.toThrow(
      'the device is busy',
    )
  })

  it('is done when the device is missing, and open while it exists', async () => {
    const gone = provider({ error: new ApiError(404, 'not found', 0) })
    expect(await deleteJob(gone.dataProvider, 'devices').check(device.id, signal)).toBe('done')
    const { dataProvider } = provider()
    expect(await deleteJob(dataProvider, 'devices').check(device.id, signal)).toBe('open')
  })
})
