import type { Script } from '#sandbox'

/** How many messages are transformed. */
export const COUNT = 1000

/** A message of 2 kB, as a device sends it, in the job of a connector. */
export const INPUT = JSON.stringify({
  attempt: 0,
  message: {
    id: '018f3c1e-9c1a-7000-8000-000000000000',
    type: 'data',
    direction: 'up',
    created_at: '2025-01-01T00:00:00.000Z',
    body: {
      message: { version: 1, sequence: 17, timestamp: 1735689600 },
      system: { uptime: 8640, voltage_rest: 3.61, voltage_load: 3.42, current_load: 31 },
      hygrometer: {
        temperature: {
          measurements: Array.from({ length: 24 }, (_, hour) => ({
            timestamp: 1735689600 - hour * 3600,
            min: 20.11 + hour / 10,
            max: 23.87 + hour / 10,
            avg: 21.94 + hour / 10,
          })),
        },
      },
    },
  },
  device: { id: '018f3c1e-0000-7000-8000-000000000000', name: 'chester-2159017523', tags: [] },
})

/** A small transformation, as people write them. */
export const SCRIPT: Script = {
  entry: 'main',
  source: `function main(job) {
  const { body } = job.message
  const { measurements } = body.hygrometer.temperature
  return {
    method: 'POST',
    url: 'https://example.com/hook',
    header: { 'Content-Type': 'application/json' },
    data: {
      device: job.device.name,
      voltage: body.system.voltage_rest,
      temperatures: measurements.map(({ timestamp, avg }) => ({ at: new Date(timestamp * 1000).toISOString(), avg })),
    },
  }
}`,
}

/**
 * The same work as plain JavaScript, for the measure: compiled once, then given each message as text and answering text.
 * An expression, for the page and for Node alike.
 */
export const PLAIN = `(() => {
  ${SCRIPT.source}
  const input = ${JSON.stringify(INPUT)}
  const startedAt = performance.now()
  for (let index = 0; index < ${COUNT}; index += 1) JSON.stringify(main(JSON.parse(input)))
  return performance.now() - startedAt
})()`
