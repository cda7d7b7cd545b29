import { expect, test } from 'vitest'
import { messagesApi } from '#contract/messages'
import { outcome } from '../support/answers'
import { aDevice } from '../support/builders'
import { serveSpace } from '../support/serve'

const { server, space } = await serveSpace()
const { token } = space.owner
const device = await aDevice(server, space)
const proof = `"serial_number":"${device.serial_number}","token":"${device.token}"`

/** Numbers with more digits than JavaScript keeps, which would change when parsed. */
const BODY =
  '{"meter": 12345678901234567890, "list": [-98765432109876543, 0.12345678901234567], "text": "}\\"{"}'

const post = (path: string, body: string) =>
  server.request(`/v2${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body,
  })
const bodyOf = async (id: string) => {
  const answer = await server.call('GET', `/spaces/${space.id}/messages/${id}`, { token })
  return messagesApi.get.answer.parse(await answer.json()).body
}

test('an uplink keeps all digits of numbers that JavaScript would round', async () => {
  const answer = await post(
    '/devices/uplink',
    `{${proof},"type":"data","raw":"1234567890123456","body":${BODY}}`,
  )
  expect(answer.headers.get('x-unknown-fields')).toBeNull()
  expect(await bodyOf(messagesApi.uplink.answer.parse(await answer.json()).id)).toBe(BODY)
})

test('of a repeated field the last one counts, even with escaped letters in its name', async () => {
  const sent = `{"body":{"old":11111111111111111111},${proof},"type":"data","b\\u006fdy" : [22222222222222222222] }`
  const { id } = messagesApi.uplink.answer.parse(await (await post('/devices/uplink', sent)).json())
  expect(await bodyOf(id)).toBe('[22222222222222222222]')
})

test('each message of a batch keeps its own digits', async () => {
  const bodies = [BODY, '{"short":1}', '[33333333333333333333]', '44444444444444444444']
  const uplinks = bodies.map((body) => `{${proof},"type":"data","body":${body}}`)
  const answer = await post('/devices/uplinks', `{ "uplinks" : [ ${uplinks.join(' , ')} ] }`)
  const stored = messagesApi.uplinks.answer.parse(await answer.json())
  for (const [i, one] of stored.entries()) expect('id' in one && (await bodyOf(one.id))).toBe(bodies[i])
})

test('a downlink reaches its device with all its digits', async () => {
  const messages = `/spaces/${space.id}/messages`
  const ofDevice = `/spaces/${space.id}/devices/${device.id}/downlinks`
  for (const [path, sent] of [
    [messages, `{"device_id":"${device.id}","type":"data","body":${BODY}}`],
    [ofDevice, ` ${BODY} `],
  ] as const)
    expect(messagesApi.create.answer.parse(await (await post(path, sent)).json()).body).toBe(BODY)
  const handed = await post('/devices/uplink', `{${proof},"type":"data","body":{}}`)
  const text = await handed.text()
  expect(text.split(BODY)).toHaveLength(3)
})

test('a config message can be a number, and cannot hide a forbidden command by escapes', async () => {
  const path = `/spaces/${space.id}/devices/${device.id}/configs`
  const number = await post(path, '12345678901234567890')
  expect(messagesApi.create.answer.parse(await number.json()).body).toBe('12345678901234567890')
  expect(await outcome(await post(path, '[12345678901234567890, "config\\u0020save"]'))).toEqual([
    400,
    expect.stringContaining("You can't send 'config save'"),
  ])
})

test('numbers beyond the range of JavaScript, and text that cannot be stored, are refused', async () => {
  const send = (body: string) => post('/devices/uplink', `{${proof},"type":"data","body":${body}}`)
  expect(await outcome(await send('[12345678901234567890, 1e400]'))).toEqual([
    400,
    expect.stringContaining('larger'),
  ])
  expect(await outcome(await send('[12345678901234567890, "\\u0000"]'))).toEqual([
    400,
    expect.stringContaining('contains a NUL character'),
  ])
  expect(await outcome(await send('[12345678901234567890,]'))).toEqual([400, 'the body is not valid JSON'])
})

test.each([
  '1e-400',
  '-2.5E-0330',
  `0.${'0'.repeat(400)}1`,
  '{"a":[1e-400]}',
  '1e400',
  '-2.5E+0330',
  '9'.repeat(400),
  '{"a":[1e309]}',
])(
  'a number that is too large or too close to zero to be stored is refused, even in a JSON text: %s',
  async (number) => {
    const body = `{"n":${number}}`
    for (const sent of [body, JSON.stringify(body)]) {
      const answer = await post('/devices/uplink', `{${proof},"type":"data","body":${sent}}`)
      expect(answer.status).toBe(400)
      expect(await answer.text()).toMatch(
        /^(the )?body has a number that is larger, or closer to zero, than a 64-bit number/,
      )
    }
  },
)

test('zero, very small and very large numbers are kept, also as texts', async () => {
  for (const body of [
    '{"n":0e-400,"m":-0.0,"o":0e400}',
    '{"n":5e-324}',
    '{"n":"1e-400","e-400":1}',
    '{"n":1.7e308}',
    '{"n":"1e400"}',
    `{"n":${'9'.repeat(300)}}`,
  ]) {
    const answer = await post('/devices/uplink', `{${proof},"type":"data","body":${body}}`)
    expect(answer.status).toBe(201)
  }
})
