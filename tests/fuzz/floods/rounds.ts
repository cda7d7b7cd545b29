import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { uplinkOf } from '../../support/uplink'
import { type Answered, aConnection, ask, begin } from './client'
import type { Stage } from './stage'
import { anotherSpace, aRoute } from './tenants'

/** An attack that is under way. */
interface Attack {
  /** Ends it; returns what is wrong, and what to report. */
  end: () => Promise<Ended>
}

interface Ended {
  wrong: string[]
  told?: string
}

/** An attack on a server. */
export interface Round {
  name: string
  begin: (stage: Stage) => Promise<Attack>
}

/** Code of connectors: what it sends is refused at once, is too much, or takes long to make. */
const FORWARDS = "function main() { return { url: 'http://127.0.0.1' } }"
const HEADERS = `function main() {
  const header = {}
  for (let i = 0; i < 75000; i++) header['x-' + i] = ''
  return { url: 'https://example.com', header }
}`
const BUSY = `function main() {
  const until = Date.now() + 150
  while (Date.now() < until);
  return { url: 'http://127.0.0.1' }
}`

const failuresIn = (answers: readonly Answered[], expected: readonly number[]) => {
  const others = answers.map(({ status }) => status).filter((status) => !expected.includes(status))
  return [...new Set(others)].map((status) => `an answer was ${status}, not ${expected.join(' or ')}`)
}

/** Asks again and again, on so many connections at a time. */
function repeat(expected: readonly number[], connections: number, one: () => Promise<Answered>): Attack {
  const answers: Answered[] = []
  const over = new AbortController()
  const running = Array.from({ length: connections }, async () => {
    while (!over.signal.aborted) answers.push(await one())
  })
  return {
    async end() {
      over.abort()
      await Promise.all(running)
      return { wrong: answers.length === 0 ? ['nothing was answered'] : failuresIn(answers, expected) }
    },
  }
}

/** Reads a large page again and again; slowly it takes a little ten times a second. */
function reader({ url, attacker }: Stage, isSlow: boolean) {
  let answer: IncomingMessage | undefined
  const over = new AbortController()
  const path = `/v2/spaces/${attacker.space.id}/messages?limit=1000`
  const running = (async () => {
    while (!over.signal.aborted) {
      answer = await begin(url, { path, token: attacker.token })
      try {
        for await (const _ of answer) if (isSlow && !over.signal.aborted) await wait(100)
      } catch {
        // It is destroyed at the end.
      }
    }
  })()
  return async () => {
    over.abort()
    answer?.destroy()
    await running
  }
}

const largePages: Round = {
  name: 'ten readers of a page of 153 MB, five of them slow',
  async begin(stage) {
    const readers = Array.from({ length: 10 }, (_, i) => reader(stage, i < 5))
    return {
      async end() {
        await Promise.all(readers.map((stop) => stop()))
        return { wrong: [] }
      },
    }
  },
}

const dots: Round = {
  name: 'an address of 16 000 dots and a slash, on two connections',
  // Without a file of that name it is a page of the console, if that is built.
  begin: async ({ url }) => repeat([200, 404], 2, () => ask(url, { path: `/${'.'.repeat(16_000)}/` })),
}

const uplink = (body: string) =>
  `{"serial_number":"0000000000","token":"${'0'.repeat(32)}","type":"data","body":${body}}`
const DEEP = uplink(`${'['.repeat(500_000)}${']'.repeat(500_000)}`)
const WIDE = uplink(`[${'[],'.repeat(300_000)}0]`)
const MANY = `{"uplinks":[${Array(1000)
  .fill(uplink(`[${'[],'.repeat(300)}0]`))
  .join()}]}`

const brackets = (name: string, path: string, body: string, expected: number[]): Round => ({
  name,
  begin: async ({ url }) => repeat(expected, 4, () => ask(url, { method: 'POST', path, body })),
})

const stalled: Round = {
  name: '300 bodies that stall',
  async begin({ url }) {
    const sockets: Socket[] = []
    let refused = 0
    for (let i = 0; i < 300; i++) {
      const socket = await aConnection(url)
      socket.on('data', () => refused++)
      socket.write(
        'POST /v2/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{',
      )
      sockets.push(socket)
    }
    return {
      async end() {
        const open = sockets.filter(({ destroyed, readableEnded }) => !destroyed && !readableEnded).length
        for (const socket of sockets) socket.destroy()
        const wrong = open > 256 ? [`${open} bodies that stall are held open, ${refused} were refused`] : []
        return { wrong }
      },
    }
  },
}

const longEmail: Round = {
  name: 'sign-ins with an e-mail address of 1 MB',
  begin: async ({ url }) => {
    const body = { email: `${'a'.repeat(1_000_000)}@example.com`, password: 'a password' }
    return repeat([400], 2, () => ask(url, { method: 'POST', path: '/v2/auth/login', body }))
  },
}

const times: Round = {
  name: 'times of the years 0 and 9999 in the queries of deliveries',
  async begin({ url, attacker }) {
    const { connector } = await aRoute(url, attacker, FORWARDS)
    const path = `/v2/spaces/${attacker.space.id}/connectors/${connector.id}/deliveries`
    const queries = [
      'after=0000-01-01',
      'before=9999-12-31T23:59:59-23:59',
      'after=9999-12-31T23:59:59-23:59&before=0000-01-01',
    ]
    let asked = 0
    return repeat([200], 1, () =>
      ask(url, { path: `${path}?${queries[asked++ % queries.length]}`, token: attacker.token }),
    )
  },
}

const headerNames: Round = {
  name: 'functions of a connector that return 75 000 names of headers',
  async begin({ url, attacker }) {
    const { device } = await aRoute(url, attacker, HEADERS)
    return repeat([201], 1, () =>
      ask(url, { method: 'POST', path: '/v2/devices/uplink', body: uplinkOf(device) }),
    )
  },
}

const spaces: Round = {
  name: 'twelve spaces of one person that flood the queue of deliveries',
  async begin({ url, attacker }) {
    const routes = await Promise.all(
      Array.from({ length: 12 }, async (_, i) =>
        aRoute(url, await anotherSpace(url, attacker, `flood-${i}`), BUSY),
      ),
    )
    const uplinks = routes.flatMap(({ device }) => Array.from({ length: 40 }, () => uplinkOf(device)))
    return repeat([201], 1, async () => {
      await wait(500)
      return ask(url, { method: 'POST', path: '/v2/devices/uplinks', body: { uplinks } })
    })
  },
}

export const rounds: readonly Round[] = [
  largePages,
  dots,
  brackets('uplinks of deep brackets with a wrong token', '/v2/devices/uplink', DEEP, [400]),
  brackets('uplinks of 300 000 brackets with a wrong token', '/v2/devices/uplink', WIDE, [400, 401]),
  brackets('batches of brackets with wrong tokens', '/v2/devices/uplinks', MANY, [201, 400]),
  stalled,
  longEmail,
  times,
  headerNames,
  spaces,
]
