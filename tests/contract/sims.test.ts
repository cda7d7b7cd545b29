import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { NO_SIM_PROVIDER, type Sim, simProfiles, simSchema } from '#contract/sims'
import { auditEntry, simulatedSim } from '../../server/db/schema'
import { fillSims } from '../../server/demo/sims/fill'
import { simulatedSims } from '../../server/demo/sims/provider'
import { aUser } from '../support/builders'
import { serve } from '../support/serve'

const server = await serve({ sims: simulatedSims })
await fillSims(server.deps)
await server.db.update(simulatedSim).set({ latency: 0 })
const { token } = await aUser(server, { systemRole: 'admin' })

const FIRST = '001010000000001'
const [PROFILE = ''] = simProfiles(server.deps.settings.console.productPrefix).cloudV2

const get = (id: string) => server.call('GET', `/admin/sim/${id}`, { token })
const put = (id: string, body?: object) => server.call('PUT', `/admin/sim/${id}`, { token, body })

/** Reads the SIM of an answer, with both its ids. */
async function simOf(answer: Response): Promise<Sim & { imsi: string; iccid: string }> {
  expect(answer.status).toBe(200)
  const sim = simSchema.parse(await answer.json())
  return { ...sim, imsi: sim.imsi ?? '', iccid: sim.iccid ?? '' }
}

/** Audit entries of a SIM, the newest last. */
const logged = (id: string) =>
  server.db.select().from(auditEntry).where(eq(auditEntry.targetId, id)).orderBy(auditEntry.id)

/** Number of demo cards in use; each test takes another one. */
let taken = 1
async function aCard(values: Partial<typeof simulatedSim.$inferInsert> = {}) {
  const imsi = `00101${String(++taken).padStart(10, '0')}`
  const defaults = { state: 'Active.Live', profile: PROFILE, attr1: 'Orchard', attr2: null, failures: 0 }
  await server.db
    .update(simulatedSim)
    .set({ ...defaults, ...values })
    .where(eq(simulatedSim.imsi, imsi))
  return simOf(await get(imsi))
}

test('the demo has forty cards with numbers that nobody owns, even when it was filled before', async () => {
  await fillSims(server.deps)
  const cards = await server.db.select().from(simulatedSim)
  expect(cards).toHaveLength(40)
  const states = cards.map(({ state }) => state)
  expect(states.filter((state) => state === null).length).toBeGreaterThan(0)
  expect(new Set(states).size).toBe(7)
  for (const { imsi, iccid } of cards) {
    expect(imsi).toMatch(/^(00101|99940)\d{10}$/)
    expect(iccid).toMatch(/^8999\d{15,16}$/)
  }
})

test('a SIM is found by its IMSI, and by its ICCID with or without the check digit', async () => {
  const sim = await simOf(await get(FIRST))
  expect(sim).toMatchObject({ imsi: FIRST, state: 'Active.Ready', apn: 'iot.example' })
  expect(sim.iccid).toMatch(/^\d{20}$/)
  for (const id of [sim.iccid, sim.iccid.slice(0, 19)]) expect(await simOf(await get(id))).toEqual(sim)
  const wrongCheckDigit = sim.iccid.slice(0, 19) + String((Number(sim.iccid.at(-1)) + 1) % 10)
  for (const id of [wrongCheckDigit, '001019999999999', '89990000000000000000']) {
    const answer = await get(id)
    expect([id, answer.status, await answer.text()]).toEqual([id, 404, 'not found'])
  }
})

test('a number that is neither an IMSI nor an ICCID is not found', async () => {
  for (const id of ['1', '0010100000000012', 'abcdefghijklmno', '٠٠١٠١٠٠٠٠٠٠٠٠٠١'])
    expect([id, (await get(encodeURIComponent(id))).status]).toEqual([id, 404])
})

test('a change keeps other fields, and the audit log has the values before and after', async () => {
  const card = await aCard()
  const answer = await simOf(await put(card.iccid, { state: 'Active.Sleep', attr1: 'Shed', attr2: '' }))
  expect(answer).toEqual({ ...card, state: 'Active.Sleep', attr1: 'Shed' })
  expect(await simOf(await get(card.imsi))).toEqual(answer)
  expect(await logged(card.iccid)).toMatchObject([
    {
      action: 'sim.update',
      actorType: 'person',
      targetName: card.imsi,
      before: { state: 'Active.Live', attr1: 'Orchard' },
      after: { state: 'Active.Sleep', attr1: 'Shed' },
      isUnknown: false,
    },
  ])
})

test('an empty change is not forwarded, and its entry has no fields', async () => {
  const card = await aCard({ failures: 1 })
  for (const body of [{}, { state: card.state, attr1: card.attr1 }, { attr2: '' }])
    expect(await simOf(await put(card.imsi, body))).toEqual(card)
  const nothing = { before: {}, after: {}, isUnknown: false, targetName: card.iccid }
  expect(await logged(card.imsi)).toMatchObject([nothing, nothing, nothing])
})

test('a refusal has the sentence of the provider, and leaves no entry', async () => {
  const stopped = await aCard({ state: 'Inactive.Stopped' })
  const foreign = await aCard({ state: null, profile: null })
  const card = await aCard()
  const refused = [
    [stopped, { state: 'Active.Live' }, 'only Active.Ready can follow Inactive.Stopped'],
    [foreign, { state: 'Active.Ready' }, 'not transferred to this installation yet'],
    [card, { profile: 'gold' }, 'the profile gold is not offered'],
  ] as const
  for (const [{ imsi }, body, sentence] of refused) {
    const answer = await put(imsi, body)
    expect([answer.status, await answer.text()]).toEqual([409, sentence])
    expect(await logged(imsi)).toEqual([])
  }
  expect((await put('001019999999999', { attr1: 'x' })).status).toBe(404)
  expect(await logged('001019999999999')).toEqual([])
})

test('without an answer the entry stays, with an unknown outcome', async () => {
  const card = await aCard({ failures: 1 })
  const answer = await put(card.imsi, { attr1: 'Shed' })
  expect([answer.status, await answer.text()]).toEqual([424, 'the SIM provider did not answer'])
  await simOf(await put(card.imsi, { attr1: 'Barn' }))
  expect(await logged(card.imsi)).toMatchObject([
    { before: { attr1: 'Orchard' }, after: { attr1: 'Shed' }, isUnknown: true },
    { before: { attr1: 'Orchard' }, after: { attr1: 'Barn' }, isUnknown: false },
  ])
})

test('a call without a body transfers the SIM, and can be repeated', async () => {
  const card = await aCard({ state: null, profile: null, attr1: null })
  const transferred = await simOf(await put(card.imsi))
  expect(transferred.state).toBe('Inactive.Stopped')
  const empty = { method: 'PUT', headers: { Authorization: `Bearer ${token}` }, body: '' }
  expect(await simOf(await server.request(`/v2/admin/sim/${card.imsi}`, empty))).toEqual(transferred)
  const entry = { action: 'sim.transfer', before: null, isUnknown: false, targetName: card.iccid }
  const after = { state: 'Inactive.Stopped', profile: null, attr1: null, attr2: null }
  expect(await logged(card.imsi)).toMatchObject([
    { ...entry, after },
    { ...entry, after },
  ])
})

test('the last digit of an IMSI may be missing when only one SIM matches', async () => {
  const devices = await server.db.select().from(simulatedSim).where(eq(simulatedSim.state, 'Active.Live'))
  const imsi = devices.map((card) => card.imsi).find((found) => found.startsWith('99940')) ?? ''
  expect(await simOf(await put(imsi.slice(0, 14)))).toMatchObject({ imsi })
  expect((await put(FIRST.slice(0, 14))).status).toBe(404)
})

test('an invalid body changes and transfers nothing', async () => {
  const card = await aCard({ state: null })
  const headers = { Authorization: `Bearer ${token}` }
  const json = { ...headers, 'Content-Type': 'application/json' }
  const bodies = [
    [json, '{"state":"Active.Unknown"}', 400],
    [json, 'null', 400],
    [json, '{', 400],
    [json, '[]', 400],
    [headers, '{"attr1":"x"}', 415],
    [json, JSON.stringify({ attr1: 'x'.repeat(256) }), 400],
  ] as const
  for (const [head, body, status] of bodies) {
    const answer = await server.request(`/v2/admin/sim/${card.imsi}`, { method: 'PUT', headers: head, body })
    expect([body, answer.status]).toEqual([body, status])
  }
  expect(await simOf(await get(card.imsi))).toEqual(card)
})

test('a server without a provider says so', async () => {
  const other = await serve()
  const admin = await aUser(other, { systemRole: 'admin' })
  for (const method of ['GET', 'PUT']) {
    const answer = await other.call(method, `/admin/sim/${FIRST}`, { token: admin.token })
    expect([answer.status, await answer.text()]).toEqual([409, NO_SIM_PROVIDER])
  }
})
