import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  deviceLogApi,
  FILE_MAX_BYTES,
  NOTES_MAX,
  noteSchema,
  SPACE_FILES_MAX_BYTES,
} from '#contract/deviceLog'
import { trashApi } from '#contract/trash'
import { deviceNote, deviceSession, noteFile } from '../../server/db/schema'
import { deleteNext } from '../../server/services/background/deletion'
import { newId } from '../../server/services/common/ids'
import { anAlert, anAlertRule } from '../support/alerts'
import { aDevice, aKey, aMember, aSpace, aTag, type TestUser } from '../support/builders'
import { serve } from '../support/serve'

const START = Date.parse('2026-11-01T12:00:00.000Z')
const HOUR = 3_600_000
let clock = START
const server = await serve({ now: () => new Date(clock) })

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...Array.from({ length: 700_000 }, (_, i) => i % 251)])

/** Creates a device in a space, with functions that make its calls. */
async function aNotedDevice() {
  clock = START
  const space = await aSpace(server)
  const device = await aDevice(server, space)
  const at = `/spaces/${space.id}/devices/${device.id}`
  const add = async (body: object, { token }: { token: string } = space.owner) =>
    server.call('POST', `${at}/notes`, { token, body })
  const noted = async (text: string) => noteSchema.parse(await (await add({ text })).json())
  const put = async (noteId: string, name: string, bytes: Buffer, fileId = newId()) =>
    server.request(`/v2${at}/notes/${noteId}/files/${fileId}?name=${encodeURIComponent(name)}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${space.owner.token}` },
      body: new Uint8Array(bytes),
    })
  const get = async (noteId: string, fileId = '') =>
    server.call('GET', `${at}/notes/${noteId}/files/${fileId}`, { token: space.owner.token })
  const log = async (query = '', who: TestUser = space.owner) =>
    deviceLogApi.list.answer.parse(await (await server.call('GET', `${at}/log${query}`, who)).json())
  return { space, device, at, add, noted, put, get, log }
}

test('a note says what was done, when, and by whom; a repeated call adds no second one', async () => {
  const { add, log, space, device } = await aNotedDevice()
  const body = { id: newId().toUpperCase(), text: '  valve changed ', at: '2026-10-31T08:00:00+01:00' }
  const first = await add(body)
  expect(first.status).toBe(201)
  const note = noteSchema.parse(await first.json())
  expect(note).toMatchObject({
    id: body.id.toLowerCase(),
    device_id: device.id,
    text: 'valve changed',
    at: '2026-10-31T07:00:00.000Z',
    by: space.owner.email,
    created_at: '2026-11-01T12:00:00.000Z',
    files: [],
  })
  clock += HOUR
  expect(await (await add(body)).json()).toEqual(note)
  expect((await log('?kind=note')).entries).toMatchObject([{ id: `note:${note.id}`, at: note.at, note }])
  const dana = await aMember(server, space, 'admin')
  const other = await add(body, dana)
  expect([other.status, await other.text()]).toEqual([409, 'id belongs to another note'])
})

test('a repeated note does not come back after somebody has deleted it', async () => {
  const { add, noted, space, device } = await aNotedDevice()
  const note = await noted('valve changed')
  const dana = await aMember(server, space, 'admin')
  const path = `/spaces/${space.id}/devices/${device.id}/notes/${note.id}`
  expect((await server.call('DELETE', path, dana)).status).toBe(204)
  const again = await add({ id: note.id, text: 'valve changed' })
  expect([again.status, await again.text()]).toEqual([409, 'the note was deleted'])
})

test('what is wrong with a note is named', async () => {
  const { add, space, device } = await aNotedDevice()
  for (const [body, sentence] of [
    [{}, 'text is required'],
    [{ text: ' ' }, 'text is required'],
    [{ text: 'x'.repeat(2001) }, 'text must have at most 2000 characters'],
    [{ text: 'x', at: 'today' }, 'at must be an ISO-8601 time like 2026-01-31T08:00:00.000Z'],
    [{ text: 'x', at: '2026-11-01T13:00:00Z' }, 'at must not be in the future'],
  ] as const) {
    const answer = await add(body)
    expect([answer.status, await answer.text()]).toEqual([400, sentence])
  }
  const row = { spaceId: space.id, deviceId: device.id, at: new Date(), text: 'x', by: 'x' }
  await server.db
    .insert(deviceNote)
    .values(Array.from({ length: NOTES_MAX }, () => ({ ...row, id: newId() })))
  const full = await add({ text: 'one more' })
  expect([full.status, await full.text()]).toEqual([400, 'a device has at most 1000 notes'])
})

test('a picture is shown, any other file is only downloaded, and nothing of either runs', async () => {
  const { noted, put, get } = await aNotedDevice()
  const { id } = await noted('valve changed')
  const fileId = newId()
  expect((await put(id, 'žlutá "schránka".jpg', JPEG, fileId)).status).toBe(200)
  const again = noteSchema.parse(await (await put(id, 'žlutá "schránka".jpg', JPEG, fileId)).json())
  expect(again.files).toEqual([
    { id: fileId, name: 'žlutá "schránka".jpg', type: 'image/jpeg', size: JPEG.length },
  ])
  const picture = await get(id, fileId)
  expect(Object.fromEntries(picture.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-length': String(JPEG.length),
    'content-disposition': `inline; filename="_lut_ _schr_nka_.jpg"; filename*=UTF-8''%C5%BElut%C3%A1%20%22schr%C3%A1nka%22.jpg`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  expect(Buffer.from(await picture.arrayBuffer()).equals(JPEG)).toBe(true)

  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  for (const [name, bytes] of [
    ['drawing.svg', script],
    ['page.html', script],
    ['photo.png', Buffer.from('no picture at all')],
  ] as const) {
    const other = newId()
    expect((await put(id, name, bytes, other)).status).toBe(200)
    const { headers } = await get(id, other)
    expect(headers.get('content-type')).toBe('application/octet-stream')
    expect(headers.get('content-disposition')).toMatch(/^attachment;/)
  }
})

test('files have bounds, which are said', async () => {
  const { noted, put, space, device } = await aNotedDevice()
  const { id } = await noted('valve changed')
  const said = async (answer: Response) => [answer.status, await answer.text()]
  expect(await said(await put(id, 'a.bin', Buffer.alloc(0)))).toEqual([400, 'the file is empty'])
  expect(await said(await put(id, '../a.bin', JPEG))).toEqual([
    400,
    'name must have no slashes and no control characters',
  ])
  expect(await said(await put(id, 'a.bin', Buffer.alloc(FILE_MAX_BYTES + 1)))).toEqual([
    413,
    'the body must have at most 5 MB',
  ])
  expect((await put(newId(), 'a.bin', JPEG)).status).toBe(404)
  for (let i = 0; i < 5; i++) expect((await put(id, `${i}.bin`, Buffer.from('x'))).status).toBe(200)
  expect(await said(await put(id, '6.bin', JPEG))).toEqual([400, 'a note has at most 5 files'])

  const other = await noted('another')
  await server.db.insert(noteFile).values({
    spaceId: space.id,
    deviceId: device.id,
    noteId: newId(),
    id: newId(),
    name: 'x',
    type: 'x',
    size: SPACE_FILES_MAX_BYTES - 6 * 65_536,
    content: Buffer.from('x'),
  })
  expect(await said(await put(other.id, 'a.jpg', JPEG))).toEqual([
    409,
    'the files of a space have at most 1024 MB, and 0.1 MB are left',
  ])
})

test('a deleted note comes back with its files; for good they are deleted with it', async () => {
  const { space, at, noted, put, get, log } = await aNotedDevice()
  const { id } = await noted('valve changed')
  const fileId = newId()
  await put(id, 'a.jpg', JPEG, fileId)
  const remove = async () => server.call('DELETE', `${at}/notes/${id}`, space.owner)
  expect((await remove()).status).toBe(204)
  expect((await log()).entries.filter(({ kind }) => kind === 'note')).toEqual([])
  expect((await get(id, fileId)).status).toBe(404)

  const trash = `/spaces/${space.id}/trash`
  const listed = trashApi.list.answer.parse(await (await server.call('GET', trash, space.owner)).json())
  expect(listed).toMatchObject([{ resource: 'note', record_id: id, name: 'valve changed' }])
  const { token } = space.owner
  const ids = listed.map((entry) => entry.id)
  expect((await server.call('POST', `${trash}/restore`, { token, body: { ids } })).status).toBe(200)
  expect((await log('?kind=note')).entries).toMatchObject([{ note: { id, files: [{ id: fileId }] } }])
  expect((await get(id, fileId)).status).toBe(200)

  await remove()
  expect((await server.call('POST', `${trash}/empty`, { token, body: { all: true } })).status).toBe(200)
  while (await deleteNext(server.deps.db.$client, async () => undefined));
  expect(await server.db.$count(noteFile, eq(noteFile.noteId, id))).toBe(0)
})

test('the log has what happened to a device, the newest first, in parts without a gap', async () => {
  const { space, device, at, noted, log } = await aNotedDevice()
  const rule = await anAlertRule(server, space)
  await anAlert(server, rule, device.id)
  await server.db.insert(deviceSession).values(
    Array.from({ length: 7 }, (_, boot) => ({
      spaceId: space.id,
      deviceId: device.id,
      sessionId: START / 1000 - boot * 60,
      up: {},
    })),
  )
  clock += HOUR
  await noted('one')
  await noted('two')
  await server.call('PUT', at, { token: space.owner.token, body: { comment: 'in the cellar' } })
  const whole = await log('?limit=100')
  expect(whole.next).toBeNull()
  const times = whole.entries.map((entry) => entry.at)
  expect(times).toEqual(times.toSorted().toReversed())
  expect(new Set(whole.entries.map(({ kind }) => kind))).toEqual(new Set(['note', 'change', 'boot', 'alert']))
  expect(whole.entries.find(({ kind }) => kind === 'change')).toMatchObject({
    by: space.owner.email,
    change: { action: 'device.update', fields: ['comment'] },
  })
  const parts: typeof whole.entries = []
  for (let next: string | null = ''; next !== null; ) {
    const part = await log(`?limit=3${next && `&cursor=${encodeURIComponent(next)}`}`)
    expect(part.entries.length).toBeLessThanOrEqual(3)
    parts.push(...part.entries)
    next = part.next
  }
  expect(parts).toEqual(whole.entries)
  expect((await log('?kind[]=boot&kind[]=alert')).entries).toHaveLength(8)
  const user = await aMember(server, space, 'user')
  expect((await log('?kind=change', user)).entries).toEqual([])
})

test('a key with tags notes only what it may change, and one without the permission nothing', async () => {
  const { space } = await aNotedDevice()
  const tag = await aTag(server, space)
  const device = await aDevice(server, space, { tags: [tag] })
  const key = await aKey(server, space, {
    tags: [tag],
    permissions: ['space:device:read', 'space:device:note:create'],
  })
  const at = `/spaces/${space.id}/devices/${device.id}`
  const add = async (path: string) => server.call('POST', path, { key: key.id, body: { text: 'painted' } })
  const note = noteSchema.parse(await (await add(`${at}/notes`)).json())
  expect(note.by).toBe(key.name)
  expect((await server.call('DELETE', `${at}/notes/${note.id}`, { key: key.id })).status).toBe(403)
  const unseen = await aDevice(server, space)
  expect((await add(`/spaces/${space.id}/devices/${unseen.id}/notes`)).status).toBe(404)
})
