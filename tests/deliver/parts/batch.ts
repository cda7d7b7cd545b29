import { z } from 'zod'
import { chanceOf, type Logged } from '../misbehave'
import type { Part, Stage } from '../stage'

/** Most messages of one request. */
const SIZE = 10
/** Attempts from which on it takes all. */
const PATIENT_AFTER = 3

const batchSchema = z.object({
  connectorId: z.string(),
  attempt: z.number(),
  messages: z.array(z.object({ deviceId: z.string(), messageId: z.string() })),
})

const codeOf = (url: string) => `function main(job) {
  const messages = job.messages.map(({ id, device }) => ({ deviceId: device.id, messageId: id }))
  return { url: ${JSON.stringify(url)}, data: { connectorId: job.connector.id, attempt: job.attempt, messages } }
}`

/** A connector that sends several messages in one request, to a receiver that refuses some requests, and asks for parts of others again. */
export async function aBatch(stage: Stage): Promise<Part> {
  const url = `${stage.receiver.url}/batches`
  const log: Logged[] = []
  const sizes: number[] = []
  let asked = 0
  stage.receiver.on('/batches', (response, { headers, body, at }) => {
    const { connectorId, attempt, messages } = batchSchema.parse(JSON.parse(body))
    const chance = attempt < PATIENT_AFTER ? chanceOf({ id: String(headers['webhook-id']), attempt }) : 1000
    const isRefused = chance < 150
    const again = chance >= 150 && chance < 400 ? messages.slice(0, Math.ceil(messages.length / 3)) : []
    sizes.push(messages.length)
    asked += again.length
    for (const message of messages) {
      const behaviour = isRefused ? 'refuses' : again.includes(message) ? 'distrusts' : 'answers'
      // The id is that of the batch; a message that was asked for again comes in another.
      const id = `batched ${message.messageId}`
      log.push({ ...message, connectorId, attempt, id, repeats: undefined, at: at.getTime(), behaviour })
    }
    // After 500 it comes again as two halves, after 503 as it was.
    if (isRefused) response.writeHead(chance < 100 ? 500 : 503).end()
    else response.writeHead(200).end(JSON.stringify({ retry: again.map(({ messageId }) => messageId) }))
  })
  const { name, connector, devices } = await stage.connect('batched', () => 'answers', {
    transformation: codeOf(url),
    batch_size: SIZE,
    batch_seconds: 1,
    batch_results: true,
  })
  return {
    name,
    connector,
    devices,
    log,
    judge: () => [
      ...(asked === 0 ? ['it asked for no part again'] : []),
      ...(sizes.every((size) => size === 1) ? ['no two messages came together'] : []),
      ...(sizes.some((size) => size > SIZE) ? [`more than ${SIZE} messages came together`] : []),
    ],
  }
}
