import { html } from 'hono/html'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Language } from '#contract/common'
import type { Link } from './links'
import { MAIL_TEXTS, type Words } from './texts'

/** An e-mail to make. */
export interface Content {
  /** Id of the e-mail; its Message-ID is made of it, so that an e-mail that comes twice is seen to be one. */
  id: string
  to: string
  /** English without one. */
  language: Language | null
  /** Time zone of the person; UTC without one. */
  timezone: string | null
  words: Words
  link: Link
}

/** An e-mail, ready to send. */
export interface Letter {
  id: string
  to: string
  /** The link that the person is asked to open. It may contain a token, so it never reaches a log. */
  link: string
  envelope: { from: string | false; to: string[] }
  /** As it goes to the mail server. */
  bytes: Buffer
}

/** The sender. */
export interface Sender {
  /** Address, with or without a name, or none for one of the server's own host. */
  from: string | null
  productName: string
  /** Address of the server for people. */
  address: string
}

const LOCALES: Record<Language, string> = { en: 'en-GB', cs: 'cs-CZ' }

/** A time as the clocks of a zone show it, and which zone that is. */
function timeText(time: Date, language: Language, timeZone: string): string {
  const text = new Intl.DateTimeFormat(LOCALES[language], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(time)
  return timeZone === 'UTC' ? text : `${text} (${timeZone})`
}

/** Whether the runtime knows the time zone: people may have set one that it does not. */
function isZone(timezone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: timezone }))
  } catch {
    return false
  }
}

const plainText = ({ lines, ignore }: Words, href: string, expires: string | null) =>
  [...lines, href, ...(expires === null ? [] : [expires]), ignore].join('\n\n')

const markup = (
  { subject, lines, action, ignore }: Words,
  href: string,
  expires: string | null,
  language: Language,
) => html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${subject}</title></head>
<body style="font-family: sans-serif; line-height: 1.5">
${lines.map((line) => html`<p>${line}</p>\n`)}<p><a href="${href}" style="display: inline-block; padding: 10px 20px; border-radius: 4px; background: #1a4f8b; color: #ffffff; text-decoration: none">${action}</a></p>
<p style="overflow-wrap: anywhere">${href}</p>
${expires === null ? '' : html`<p>${expires}</p>\n`}<p style="color: #666666">${ignore}</p>
</body>
</html>
`

/** Makes an e-mail in the language of the person, as text and as HTML. */
export async function compose(content: Content, { from, productName, address }: Sender): Promise<Letter> {
  const { id, to, timezone, words, link } = content
  const language = content.language ?? 'en'
  const texts = MAIL_TEXTS[language]
  const zone = timezone !== null && isZone(timezone) ? timezone : 'UTC'
  const expires = link.expiresAt && texts.expires(timeText(link.expiresAt, language, zone))
  const { hostname } = new URL(address)
  const node = new MailComposer({
    from: from ?? { name: productName, address: `no-reply@${hostname}` },
    to,
    subject: words.subject,
    messageId: `<${id}@${hostname}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    text: plainText(words, link.href, expires),
    html: String(await markup(words, link.href, expires, language)),
  }).compile()
  return { id, to, link: link.href, envelope: node.getEnvelope(), bytes: await node.build() }
}
