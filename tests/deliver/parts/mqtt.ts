import { startBroker, type TestBroker } from '../../support/broker'
import { outOfOrder } from '../judge'
import { type Logged, told } from '../misbehave'
import type { Part, Stage } from '../stage'

/** When the broker goes away, and when it is back. */
const AWAY = 0.3
const BACK = 0.6

/** A connector that publishes in the order of each device, to a broker that is away for a time. */
export async function aBroker(stage: Stage): Promise<Part> {
  const log: Logged[] = []
  const listen = (port?: number): Promise<TestBroker> =>
    startBroker({
      port,
      authorizePublish: (_, { payload }, done) => {
        const message = told(String(payload))
        // The message has no id of its delivery.
        log.push({
          ...message,
          id: `mqtt ${message.messageId}`,
          repeats: undefined,
          behaviour: 'answers',
          at: Date.now(),
        })
        done(null)
      },
    })
  let broker: TestBroker | undefined = await listen()
  const { port, url } = broker
  const { name, connector, devices } = await stage.connect('mqtt', () => 'answers', {
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
  const comeBack = async () => {
    broker ??= await listen(port)
  }
  let wasAway = false
  return {
    name,
    connector,
    devices,
    log,
    at: async (share) => {
      if (share >= BACK) return comeBack()
      if (share < AWAY || wasAway) return
      wasAway = true
      await broker?.stop()
      broker = undefined
    },
    end: comeBack,
    judge: async (messages) => {
      await broker?.stop()
      return [...(wasAway ? [] : ['the broker was never away']), ...outOfOrder(log, messages)]
    },
  }
}
