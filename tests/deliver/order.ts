// Connectors with device order or batches.
import { z } from 'zod'
import { sentences } from '../harness/tool'
import { startBroker, type TestBroker } from '../support/broker'
import { outOfOrder } from './judge'
import { chanceOf, type Logged, parseReport } from './misbehave'
import type { Part, Stage } from './stage'

/** From this attempt on nothing fails. */
const PATIENT_AFTER = 3

/** A connector that keeps the order of each device: no message arrives before the one before it was accepted. */
export async function anOrder(stage: Stage): Promise<Part> {
  const part = await stage.connect(
    'ordered',
    (request) => (request.attempt < PATIENT_AFTER && chanceOf(request) < 150 ? 'distrusts' : 'answers'),
    { order: 'device' },
  )
  return { ...part, judge: (messages) => outOfOrder(part.log, messages) }
}

/** Shares of the kills at which the broker goes away and returns. */
const AWAY = { from: 0.3, to: 0.6 }

/** A connector that publishes in device order to a broker that is away for a time. */
export async function aBroker(stage: Stage): Promise<Part> {
  const log: Logged[] = []
  const listen = (port?: number): Promise<TestBroker> =>
    startBroker({
      port,
      authorizePublish: (_, { payload }, done) => {
        const message = parseReport(String(payload))
        // The message does not contain the id of its delivery.
        const id = `mqtt ${message.messageId}`
        log.push({ ...message, id, repeats: undefined, behaviour: 'answers', at: Date.now() })
        done(null)
      },
    })
  let broker: TestBroker | undefined = await listen()
  const { port, url } = broker
  const part = await stage.connect('mqtt', () => 'answers', {
    type: 'mqtt',
    broker_url: url,
    order: 'device',
    transformation: `function main(job) {
  return {
    topic: 'devices/' + job.device.id,
    data: { connectorId: job.connector.id, deviceId: job.device.id, messageId: job.message.id, attempt: job.attempt },
  }
}`,
  })
  const comeBack = async () => void (broker ??= await listen(port))
  let wasAway = false
  return {
    ...part,
    log,
    at: async (share) => {
      if (share >= AWAY.to) return comeBack()
      if (share < AWAY.from || wasAway) return
      wasAway = true
      await broker?.stop()
      broker = undefined
    },
    end: comeBack,
    judge: async (messages) => {
      await broker?.stop()
      return [...sentences([!wasAway, 'the broker was never away']), ...outOfOrder(log, messages)]
    },
  }
}

/** Largest batch. */
const SIZE = 10

const batchSchema = z.object({
  connectorId: z.string(),
  attempt: z.number(),
  messages: z.array(z.object({ deviceId: z.string(), messageId: z.string() })),
})

const batchCode = (url: string) => `function main(job) {
  const messages = job.messages.map(({ id, device }) => ({ deviceId: device.id, messageId: id }))
  return { url: ${JSON.stringify(url)}, data: { connectorId: job.connector.id, attempt: job.attempt, messages } }
}`

/** A connector that sends batches to a receiver that refuses some requests, and asks for parts of others again. */
export async function aBatch(stage: Stage): Promise<Part> {
  const log: Logged[] = []
  const sizes: number[] = []
  let asked = 0
  stage.receiver.on('/batches', (response, { headers, body, at }) => {
    const { messages, ...of } = batchSchema.parse(JSON.parse(body))
    const id = String(headers['webhook-id'])
    const chance = of.attempt < PATIENT_AFTER ? chanceOf({ id, attempt: of.attempt }) : 1000
    const isRefused = chance < 150
    const again = chance >= 150 && chance < 400 ? messages.slice(0, Math.ceil(messages.length / 3)) : []
    sizes.push(messages.length)
    asked += again.length
    for (const message of messages) {
      const behaviour = isRefused ? 'refuses' : again.includes(message) ? 'distrusts' : 'answers'
      // The id is that of the batch; a message that was asked for again comes in another one.
      const own = {
        id: `batched ${message.messageId}`,
        repeats: undefined,
        at: at.getTime(),
        behaviour,
      } as const
      log.push({ ...message, ...of, ...own })
    }
    // After 500 the batch comes again in halves, after 503 unchanged.
    if (isRefused) response.writeHead(chance < 100 ? 500 : 503).end()
    else response.writeHead(200).end(JSON.stringify({ retry: again.map(({ messageId }) => messageId) }))
  })
  const part = await stage.connect('batched', () => 'answers', {
    transformation: batchCode(`${stage.receiver.url}/batches`),
    batch_size: SIZE,
    batch_seconds: 1,
    batch_results: true,
  })
  return {
    ...part,
    log,
    judge: () =>
      sentences(
        [asked === 0, 'it asked for no part again'],
        [sizes.every((size) => size === 1), 'no two messages came together'],
        [sizes.some((size) => size > SIZE), `more than ${SIZE} messages came together`],
      ),
  }
}
