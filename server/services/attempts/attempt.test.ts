import { afterAll, beforeAll, expect, test } from 'vitest'
import { failureFor, takeApart } from '#contract/connectors'
import type { Outcome, ScriptError } from '#sandbox'
import { type Receiver, startReceiver } from '../../../tests/support/receiver'
import { newId } from '../common/ids'
import { openConnections } from '../outgoing/connections'
import { openBrokers } from '../outgoing/mqtt'
import { openWeb } from '../outgoing/web'
import { attempt } from './attempt'
import type { Work } from './load'

const NOW = new Date('2026-11-21T08:20:00.000Z')
const at = NOW.toISOString()
let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.stop())

const work: Work = {
  spaceId: newId(NOW),
  connectorId: newId(NOW),
  id: newId(NOW),
  messageCreatedAt: NOW,
  dueSince: NOW,
  attempts: 0,
  uncounted: 0,
  isTest: false,
  replayId: null,
  repeats: null,
  held: 'on',
  isOpen: true,
  lateRuns: 0,
  personId: newId(NOW),
  isInLine: false,
  broker: null,
  tls: null,
  transformation: '',
  parallel: 4,
  version: 1,
  retryDelays: [],
  secret: Buffer.from('secret'),
  previousSecret: null,
  signedTwiceUntil: null,
  variables: {},
  isList: false,
  batchId: null,
  batchResults: false,
  message: {
    id: newId(NOW),
    type: 'data',
    direction: 'up',
    created_at: at,
    measured_at: null,
    body: '{}',
    raw: null,
  },
  device: {
    id: newId(NOW),
    name: 'post',
    serial_number: '2159000001',
    session_id: 1,
    created_at: at,
    label: {},
    tags: [],
  },
  alert: null,
}

/** Makes an attempt whose runs end like this, one after the other; then the sandbox stays busy. */
const attempted = async (...ends: End[]) => attemptedOf(work, ends)

type End = { value: string } | { error: ScriptError }

const attemptedOf = async (of: Work, ends: readonly End[], userAgent = 'Přístav 2') => {
  const left = ends.values()
  const run = async (): Promise<Outcome> => {
    const { value } = left.next()
    if (!value) throw new Error('no value')
    const taken = 'value' in value ? takeApart(value.value, of.broker ? 'mqtt' : 'webhook') : null
    return { ...value, taken, lost: [], logs: [], milliseconds: 1 }
  }
  const web = openWeb({ allowPrivate: true })
  const deps = {
    sandbox: { run },
    web,
    brokers: openBrokers(web),
    connections: openConnections(),
    now: () => NOW,
    ownAddress: () => '',
  }
  return attempt({ ...deps, userAgent }, of)
}

const returned = () => ({ value: JSON.stringify({ url: `${receiver.url}/hook` }) })
const late = {
  error: {
    name: 'TimeoutError',
    message: 'ran longer than 250 ms',
    reason: failureFor('function_late', 250),
  },
}

test('a product can have any name, which requests encode for their header', async () => {
  expect(await attempted(returned())).toMatchObject({ success: true, error: null })
  expect(receiver.at('/hook')).toMatchObject([{ headers: { 'user-agent': 'P%C5%99%C3%ADstav%202' } }])
})

test('an unexpected error is a failed attempt with that error', async () => {
  expect(await attemptedOf(work, [returned()], '\ud800')).toMatchObject({
    success: false,
    error: 'the server could not finish the attempt (URI malformed)',
  })
})

test('there is no attempt when the function does not run', async () => {
  await expect(attempted()).rejects.toThrow('the function did not run')
})

test('a late function runs a second time', async () => {
  expect(await attempted(late, returned())).toMatchObject({ success: true })
})

test('a function that was late at the attempt before runs once', async () => {
  expect(await attemptedOf({ ...work, lateRuns: 1 }, [late, returned()])).toMatchObject({
    errorCode: 'function_late',
  })
})

test('when there is no second run, the first one counts', async () => {
  expect(await attempted(late)).toMatchObject({ error: 'TimeoutError: ran longer than 250 ms' })
})

test('a function that throws a fake timeout runs once', async () => {
  const pretended = { error: { name: 'TimeoutError', message: 'so it says' } }
  expect(await attempted(pretended, returned())).toMatchObject({ error: 'TimeoutError: so it says' })
})

test('a failing function runs once', async () => {
  const broken = { error: { name: 'TypeError', message: 'no such sensor' } }
  expect(await attempted(broken, returned())).toMatchObject({ error: 'TypeError: no such sensor' })
})

test('an error of a function has its line, and a code when the message is one of the server', async () => {
  const reason = failureFor('no_function', 'job.device.upper')
  const broken = { error: { name: 'TypeError', message: reason.error, line: 3, reason } }
  expect(await attempted(broken)).toMatchObject({
    error: 'TypeError: job.device.upper is not a function (line 3)',
    errorCode: 'no_function',
    errorDetail: 'job.device.upper',
  })
})
