import { env } from 'node:process'
import { DAY } from '#contract/common/durations'
import { endOnSignal, Lifetime } from '../../../server/lifetime'
import { benchServer } from '../../support/benchServer'
import { aDevice, aSpace } from '../../support/builders'
import type { Line } from '../api/lines'
import { benchColumn } from './column'
import { benchDrawing } from './drawing'
import { copyHistory, fillHistory } from './fill'
import { benchIngesting, benchRules } from './ingesting'
import { benchMarking } from './marking'
import { benchPacking } from './packing'
import { benchReading } from './reading'
import { benchTrying } from './trying'

/** `HISTORY_DAYS` makes it smaller, to try it. */
const DAYS = Number(env.HISTORY_DAYS ?? 365)
const IS_WHOLE = DAYS >= 365
const DEVICES = 10
const INGEST = IS_WHOLE ? { rounds: 5, milliseconds: 5000 } : { rounds: 1, milliseconds: 1000 }

async function measured(lifetime: Lifetime): Promise<Line[]> {
  const { server, databaseUrl } = await benchServer(lifetime)
  const space = await aSpace(server)
  const devices = []
  for (let i = 0; i < DEVICES; i++) devices.push(await aDevice(server, space))
  const deviceIds = devices.map(({ id }) => id)
  const one = { spaceId: space.id, deviceId: deviceIds[0] ?? '' }
  const until = Math.floor(Date.now() / DAY) * DAY
  await fillHistory(server, one, { days: DAYS, until })
  for (const other of deviceIds.slice(1)) await copyHistory(server, one, other)
  await server.db.$client.query('vacuum (analyze)')
  const range = { after: until - DAYS * DAY, before: until }
  const proofs = devices.map(({ serial_number, token }) => ({ serial_number, token }))
  const ingest = { ...INGEST, proofs }
  return [
    ...(await benchReading(server, { one, deviceIds, range })),
    ...(await benchColumn(server)),
    ...(await benchPacking(server, one)),
    ...(await benchMarking(databaseUrl, space.id)),
    await benchIngesting(server, ingest),
    await benchRules(server, space, { ...ingest, deviceIds }),
    ...(await benchTrying(lifetime)),
    ...(await benchDrawing()),
  ]
}

/** Measures histories: a device that sends 20 values every ten minutes, for a year. */
export async function benchHistory() {
  const lifetime = new Lifetime()
  endOnSignal(lifetime, Promise.resolve(), console.error)
  try {
    const lines = await measured(lifetime)
    const title = `Histories: ${DEVICES} devices, 20 values every ten minutes for ${DAYS} days, quartiles that other work disturbs least`
    return { title, lines, met: lines.every(({ met }) => met) }
  } finally {
    await lifetime.end()
  }
}
