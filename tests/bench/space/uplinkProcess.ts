// Devices that send one message at a time, each over its own connection, in a process of their own. It writes prepared
// requests, because the client must not cost more than the server. It is asked for rounds, and answers their results.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { runApart } from '../../harness/apart'
import type { Proof } from '../../support/uplink'
import { messageOf } from './fill'
import type { DevicesProgram, Round } from './uplinks'

/** Waits for a whole response. @throws Error unless everything was stored */
async function answered(socket: Socket) {
  let text = ''
  for (;;) {
    const [chunk]: unknown[] = await once(socket, 'data')
    text += String(chunk)
    const end = text.indexOf('\r\n\r\n')
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1])
    if (end < 0 || text.length < end + 4 + length) continue
    if (!text.startsWith('HTTP/1.1 201') || text.includes('"error"')) throw new Error(text)
    return
  }
}

runApart<DevicesProgram>(({ url, proofs }) => {
  const { hostname, port } = new URL(url)

  function requestOf(way: Round['way'], proof: Proof, i: number): string {
    const message = messageOf(proof, i)
    const [path, body] =
      way === 'single' ? ['/v2/devices/uplink', message] : ['/v2/devices/uplinks', { uplinks: [message] }]
    const json = JSON.stringify(body)
    const headers = `host: ${hostname}:${port}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(json)}`
    return `POST ${path} HTTP/1.1\r\n${headers}\r\n\r\n${json}`
  }

  /** Requests of all devices by the way of sending, prepared in advance. */
  const requestsOf = {
    single: proofs.map((proof, i) => requestOf('single', proof, i)),
    batch: proofs.map((proof, i) => requestOf('batch', proof, i)),
  }

  return async ({ way, connections, milliseconds, rate }) => {
    const requests = requestsOf[way]
    const began = performance.now()
    const times: number[] = []
    let next = 0
    await Promise.all(
      Array.from({ length: connections }, async (_, i) => {
        const socket = connect(Number(port), hostname).setEncoding('latin1').setNoDelay()
        for (let n = 0; performance.now() - began < milliseconds; n++) {
          const due = rate === null ? 0 : began + ((n + i / connections) * connections * 1000) / rate
          if (due > performance.now()) await wait(due - performance.now())
          const sent = Math.max(due, rate === null ? performance.now() : due)
          socket.write(requests[next++ % requests.length] ?? '')
          await answered(socket)
          times.push(performance.now() - sent)
        }
        socket.destroy()
      }),
    )
    return { perSecond: (times.length * 1000) / (performance.now() - began), times }
  }
})
