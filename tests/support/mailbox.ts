import { once } from 'node:events'
import type { Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { PATIENCE } from './patience'

/** A received e-mail. */
export interface Received {
  to: string
  /** Headers by name in lower case. */
  headers: Map<string, string>
  text: string
  html: string
  /** The first URL in the text. */
  link: string
}

/** How the mailbox treats an e-mail: accepts it, refuses it with a status, or accepts it and cuts the connection. */
export type Treatment = 'take' | 'cut' | number

const bytesOf = (quoted: string) =>
  quoted
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

function decode(body: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  return Buffer.from(encoding === 'quoted-printable' ? bytesOf(body) : body, 'latin1').toString()
}

/** Decodes the encoded words of a header: `=?UTF-8?Q?Pozv=C3=A1nka?=`. */
const wordsOf = (header: string) =>
  header
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      decode(word.replaceAll('_', ' '), kind.toLowerCase() === 'b' ? 'base64' : 'quoted-printable'),
    )

/** Parses one part of an e-mail, given as latin1. */
function partOf(source: string): { headers: Map<string, string>; body: string } {
  const [head = '', ...rest] = source.split('\r\n\r\n')
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const [name = '', ...value] = line.split(':')
    return [name.trim().toLowerCase(), wordsOf(value.join(':').trim())]
  })
  return { headers: new Map(headers), body: rest.join('\r\n\r\n') }
}

/** Parses an e-mail with a text and an HTML part. */
export function parseMail(bytes: Buffer): Received {
  const { headers, body } = partOf(bytes.toString('latin1'))
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '') ?? []
  const parts = body.split(`--${boundary}`).map((source) => partOf(source.replace(/^\r\n/, '')))
  const find = (type: string) => {
    const part = parts.find((one) => one.headers.get('content-type')?.startsWith(type))
    return decode(part?.body ?? '', part?.headers.get('content-transfer-encoding')).replaceAll('\r\n', '\n')
  }
  const text = find('text/plain')
  const [link = ''] = /https?:\/\/\S+/.exec(text) ?? []
  return { to: headers.get('to') ?? '', headers, text, html: find('text/html'), link }
}

/** Starts a mail server on the loopback that keeps accepted e-mails. */
export async function startMailbox({ port = 0 } = {}) {
  const received: Received[] = []
  /** Treatment of the next e-mails; later ones are accepted. */
  const treatments: Treatment[] = []
  let attempts = 0
  let held: Promise<unknown> = Promise.resolve()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, answer) => {
      const take = async () => {
        const bytes = await buffer(stream)
        attempts++
        await held
        const treatment = treatments.shift() ?? 'take'
        if (typeof treatment === 'number')
          return answer(Object.assign(new Error('not now'), { responseCode: treatment }))
        received.push(parseMail(bytes))
        if (treatment === 'take') return answer()
        for (const socket of sockets) socket.destroy()
      }
      take().catch(answer)
    },
  })
  server.on('error', () => undefined)
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const own = typeof address === 'object' && address ? address.port : port
  const until = async <Value>(find: () => Value | undefined, what: string): Promise<Value> => {
    for (const end = Date.now() + PATIENCE; Date.now() < end; await wait(20)) {
      const found = find()
      if (found !== undefined) return found
    }
    throw new Error(`there was no ${what}`)
  }
  return {
    port: own,
    url: `smtp://127.0.0.1:${own}`,
    received,
    /** Sets the treatment of the next e-mails. */
    treat: (...next: Treatment[]) => void treatments.push(...next),
    /** Number of attempts to send an e-mail. */
    attempts: () => attempts,
    /** Resolves after so many attempts. */
    offered: (count: number) => until(() => (attempts >= count ? true : undefined), `attempt ${count}`),
    /** The newest e-mail to an address, as soon as there are `count`. */
    newest: (to: string, count = 1) =>
      until(() => received.filter((mail) => mail.to === to)[count - 1], `e-mail ${count} to ${to}`),
    /** Does not answer after the content of an e-mail until the returned function is called. */
    hold: () => {
      let release: () => void = () => undefined
      held = new Promise<void>((resolve) => {
        release = resolve
      })
      return release
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
