import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Receiver, startReceiver } from '../../../tests/support/receiver'
import { sendSigned } from './attempt'
import { openWeb } from './web'

let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.stop())

test('a product may have any name: requests say it in letters that a header can hold', async () => {
  const deps = { web: openWeb({ allowPrivate: true }), now: () => new Date(), userAgent: 'Přístav 2' }
  const request = { method: 'GET', url: receiver.url, header: {}, body: null } as const
  const secret = Buffer.from('secret')
  expect(await sendSigned(deps, { id: 'a', secret }, request)).toMatchObject({ success: true, error: null })
  expect(receiver.received).toMatchObject([{ headers: { 'user-agent': 'P%C5%99%C3%ADstav%202' } }])
})
