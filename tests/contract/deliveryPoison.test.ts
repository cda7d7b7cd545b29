import { expect, test } from 'vitest'
import type { ConnectorInput } from '#contract/connectors'
import { deliveryStage } from '../support/deliveryStage'
import type { TestServer } from '../support/makeServer'
import { aWebhook } from '../support/webhooks'

const stage = deliveryStage()

const to = (server: TestServer, transformation: string, values: Partial<ConnectorInput> = {}) =>
  aWebhook(server, { transformation, ...values })

/** A function that forwards each message, and returns deeply nested lists for a poisoned one. */
const nests = (levels: number) => `function main(job) {
  if (!job.message.body.poison) return { url: '${stage.receiver.url}/hook', data: job.message.body }
  let data = 1
  for (let n = 0; n < ${levels}; n++) data = [data]
  return { url: '${stage.receiver.url}/hook', data }
}`

async function failsAndGoesOn(levels: number) {
  const server = await stage.share()
  const route = await to(server, nests(levels), { order: 'device' })
  await route.send({ poison: true })
  const failed = await route.settled('failed')
  expect(failed.tries).toHaveLength(1)
  // A slow machine has no time to serialize so many.
  expect(failed.error).toMatch(/levels of objects and lists|RangeError|TimeoutError/)
  await route.send({ n: 1 })
  expect(await stage.receiver.arrivals('/hook')).toMatchObject([{ body: '{"n":1}' }])
}
test.each([1500, 10_000])(
  'a result with %i levels is a failed attempt, and the next message of the device is sent',
  failsAndGoesOn,
)
test.each([4500, 6000, 9000])(
  'a result with %i levels is a failed attempt, and the next message of the device is sent',
  { tags: 'heavy' },
  failsAndGoesOn,
)

test('an answer with thousands of nested lists is a failed attempt', async () => {
  const server = await stage.share()
  stage.receiver.on('/hook', (response) => {
    response.end(`{"retry":[${'['.repeat(8000)}${']'.repeat(8000)}]}`)
  })
  const code = `function main() { return { url: '${stage.receiver.url}/hook' } }`
  const route = await to(server, code, { batch_size: 1, batch_results: true })
  await route.send()
  expect(await route.settled('failed')).toMatchObject({ status: 200, error_code: 'answer_retry' })
})

test('a result that the database cannot store is a failed attempt, with the reason', async () => {
  const server = await stage.share()
  await server.db.$client.query(`
    create function refuse() returns trigger language plpgsql as $$ begin
      if new.response_body like '%poison%' then raise exception 'no such text' using errcode = '22021'; end if;
      return new;
    end $$;
    create trigger refuse before insert on delivery_attempt for each row execute function refuse()`)
  stage.receiver.on('/hook', (response) => void response.end('poison'))
  const code = `function main() { return { url: '${stage.receiver.url}/hook' } }`
  const route = await to(server, code, { retry_delays: [1] })
  await route.send()
  const failed = await route.settled('failed', 2)
  expect(failed.tries[0]).toMatchObject({
    status: 200,
    error_code: 'unexpected',
    error: 'the server could not finish the attempt (no such text)',
    response_body: null,
  })
  // It does not count against the receiver.
  expect(await (await route.on('GET', '/operation')).json()).toMatchObject({ state: 'on' })
})

test.each([
  ['a zero character', Buffer.from('a\0b')],
  ['what is no UTF-8', Buffer.from([0x61, 0xff, 0xc3])],
  ['half of a surrogate pair', Buffer.from([0x61, 0xed, 0xa0, 0x80])],
])('an answer with %s is stored as text', async (_name, bytes) => {
  const server = await stage.share()
  stage.receiver.on('/hook', (response) => void response.end(bytes))
  const half = `'\\ud83d', '\\0'`
  const code = `function main() {
    console.log(${half})
    return { url: '${stage.receiver.url}/hook', data: [${half}].join('') }
  }`
  const route = await to(server, code)
  await route.send()
  const { tries } = await route.settled('delivered')
  expect(tries[0]?.response_body).toMatch(/^a\ufffd/)
})
