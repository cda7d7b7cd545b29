import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { reasonOf } from '../../errors'
import type { Letter, Outcome, Transport } from '../../systems'
import { isDiskFull, makeFolder } from '../storage/files'

/** Milliseconds; together they stay far below the time after which a lost e-mail is given up. */
const TIMEOUTS = {
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  socketTimeout: 60_000,
  dnsTimeout: 15_000,
}
/** Longest part of a mail server's answer that is kept. */
const REASON_MAX = 300

interface SmtpFailure {
  error: Error & { code?: unknown; responseCode?: unknown; response?: unknown }
  /** Whether the mail server had begun to accept the e-mail. */
  isBegun: boolean
}

/** An answer of a mail server, as one line. */
const shown = (response: unknown) =>
  String(response)
    .replaceAll(/\p{C}+/gu, ' ')
    .slice(0, REASON_MAX)

function outcomeOf({ error, isBegun }: SmtpFailure): Outcome {
  const { code, responseCode, response } = error
  if (typeof responseCode === 'number' && responseCode >= 400) {
    const reason = `the mail server answered: ${shown(response)}`
    // Refusals of the connection or of our sign-in are not about this e-mail; an operator fixes them.
    const isOfMail = code === 'EENVELOPE' || code === 'EMESSAGE'
    return { state: 'refused', reason, isFinal: isOfMail && responseCode >= 500 }
  }
  if (isBegun)
    return {
      state: 'unknown',
      reason: 'the connection to the mail server broke while the e-mail was being sent',
    }
  if (code === 'EENVELOPE')
    return { state: 'refused', reason: 'the e-mail address cannot be used', isFinal: true }
  return { state: 'refused', reason: `the mail server cannot be used (${String(code)})`, isFinal: false }
}

/** A password never goes over an unencrypted connection, unless the address says so. */
function optionsOf(url: string) {
  const options = parseConnectionUrl(url)
  return { requireTLS: options.auth !== undefined, ...options, ...TIMEOUTS }
}

/** Connects to a mail server and signs in, without sending anything. Rejects with errors of nodemailer. */
export async function verifySmtp(url: string): Promise<void> {
  const transport = createTransport(optionsOf(url))
  await transport.verify().finally(() => transport.close())
}

/** One SMTP dialogue. @returns the last answer of the mail server */
const converse = async (url: string, { envelope, bytes }: Letter): Promise<SmtpFailure | string> =>
  new Promise((resolve) => {
    const { auth, ...options } = optionsOf(url)
    const connection = new SMTPConnection(options)
    let isBegun = false
    const end = (error?: Error | null, answer = '') => {
      connection.close()
      resolve(error ? { error, isBegun } : answer)
    }
    const body = new Readable({
      // Called as soon as the mail server asks for the e-mail.
      read() {
        isBegun = true
        this.push(bytes)
        this.push(null)
      },
    })
    const send = () =>
      connection.send(envelope, body, (error, info) => end(error, shown(info?.response ?? '')))
    connection.on('error', end)
    connection.connect((error) => {
      if (error) end(error)
      else if (auth) connection.login(auth, (refused) => (refused ? end(refused) : send()))
      else send()
    })
  })

/** Sends by a mail server. @param url `smtp://` or `smtps://`, with the options of nodemailer as its query */
export const smtpTransport =
  (url: string): Transport =>
  async (letter) => {
    const ended = await converse(url, letter)
    return typeof ended === 'string' ? { state: 'sent', answer: ended } : outcomeOf(ended)
  }

/**
 * Writes e-mails into a folder, for a server without a mail server.
 * @param say informs the operator of each e-mail, with its link
 */
export const outboxTransport =
  (folder: string, say: (line: string) => void): Transport =>
  async ({ id, to, link, bytes }) => {
    const unfinished = join(folder, `.${randomUUID()}`)
    try {
      await makeFolder(folder)
      const file = join(folder, `${id}.eml`)
      await writeFile(unfinished, bytes, { mode: 0o600, flush: true })
      await rename(unfinished, file)
      say(`There is no mail server (SMTP_URL): the e-mail to ${to} is ${file}. Its link: ${link}`)
      return { state: 'sent' }
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => undefined)
      const reason = isDiskFull(error) ? `the disk of ${folder} is full` : reasonOf(error)
      return { state: 'refused', reason: `the e-mail cannot be stored: ${reason}`, isFinal: false }
    }
  }
