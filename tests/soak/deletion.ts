// Deletes a space with a million messages while devices of another one send, kills the server meanwhile, and checks
// that the call is quick, that the other space is hardly affected, and that nothing is left.
// npm run soak:deletion -- [--messages 1000000] [--seconds 20]
import { setTimeout as wait } from 'node:timers/promises'
import { idAt } from '../../server/services/common/ids'
import { openFiller, startDatabase, startServer } from '../harness/database'
import { quantile, timeOf } from '../harness/figures'
import { numbersOf, runTool, sentences } from '../harness/tool'
import { aDevice, aSpace, manyDevices } from '../support/builders'
import { anUplink } from '../support/uplink'

const { messages, seconds } = numbersOf({ messages: 1_000_000, seconds: 20 })
const DEVICES = 100
/** Milliseconds between two uplinks of the other space. */
const PERIOD = 20
const GOALS = { callMs: 200, slowdown: 2 }

const FILL = `
  insert into message (space_id, created_at, id, device_id, type, direction, body)
  select $1, at, ${idAt('at')}, ids[1 + i % ${DEVICES}], 'data', 'up', '{"temperature":21.5,"filler":"' || repeat('x', 200) || '"}'
  from (select array_agg(id) as ids from device where space_id = $1) d, generate_series(1, $2::int) i,
    lateral (select date_trunc('month', now()) + i * interval '1 millisecond' as at) t`

await runTool(async (lifetime) => {
  const { url: databaseUrl, ask } = await startDatabase(lifetime)
  const start = () => startServer(lifetime, { DATABASE_URL: databaseUrl })
  let server = await start()
  const filler = await openFiller(lifetime, databaseUrl, { urlOf: () => server.url })
  const full = await aSpace(filler)
  await manyDevices(filler, full, DEVICES)
  await ask(FILL, [full.id, messages])
  await ask('vacuum analyze')
  const device = await aDevice(filler, await aSpace(filler))

  /** 99th percentile of the duration of uplinks over some seconds, in milliseconds. */
  const p99 = async () => {
    const times: Promise<number>[] = []
    for (let n = 0; n < (seconds * 1000) / PERIOD; n++) {
      times.push(timeOf(() => anUplink(filler, device, { body: { temperature: 21.5 } })))
      await wait(PERIOD)
    }
    return quantile(await Promise.all(times), 0.99)
  }
  const count = async (of: string, values?: unknown[]) =>
    Number((await ask(`select count(*)::int as count from ${of}`, values))[0]?.count)
  const left = () => count('message where space_id = $1', [full.id])

  await p99()
  const idle = await p99()
  const began = performance.now()
  const { status } = await filler.call('DELETE', `/spaces/${full.id}`, { token: full.owner.token })
  const callMs = performance.now() - began
  const busy = await p99()
  const whenKilled = await left()
  await server.stop('SIGKILL')
  server = await start()
  while ((await count('deletion')) > 0) await wait(500)
  const took = Math.round((performance.now() - began) / 1000)
  const rest = await left()
  return {
    wrong: sentences(
      [status !== 204, `the call was answered ${status}`],
      [callMs >= GOALS.callMs, `the call took more than ${GOALS.callMs} ms`],
      [
        busy / idle > GOALS.slowdown,
        `uplinks of the other space took more than ${GOALS.slowdown} times as long`,
      ],
      [rest > 0, `${rest} messages are left`],
    ),
    done: `A space with ${messages} messages: the call took ${Math.round(callMs)} ms (answer ${status}); uplinks of another space p99 ${idle.toFixed(1)} ms idle, ${busy.toFixed(1)} ms while messages are deleted (${(busy / idle).toFixed(2)}×); the server was killed with ${whenKilled} left; after ${took} s ${rest} are left.`,
  }
})
