import MailComposer from 'nodemailer/lib/mail-composer'
import type { Language } from '#contract/common'
import { brandOf } from '#contract/config/brand'
import { BRAND } from '#contract/config/defaults'
import type { Letter } from '../../systems'
import { markup, plainText } from './layout'
import type { Link } from './links'
import { MAIL_TEXTS, type Words } from './texts'
import { timeText } from './time'

/** An e-mail to make. */
export interface Content {
  /** Id of the e-mail; its Message-ID is made of it, so that an e-mail that comes twice is seen to be one. */
  id: string
  to: string
  /** Name of the person, where it is known. */
  name: string | null
  language: Language
  /** Time zone of the person; UTC without one. */
  timezone: string | null
  words: Words
  link: Link
}

/** The sender. */
export interface Sender {
  /** Address, with or without a name, or none for one of the server's own host. */
  from: string | null
  productName: string
  accent: string | null
  /** Address of the server for people. */
  address: string
}

/** Makes an e-mail in the language of the person, as text and as HTML. */
export async function compose(
  content: Content,
  { from, productName, accent, address }: Sender,
): Promise<Letter> {
  const { id, to, name, language, timezone, words, link } = content
  const texts = MAIL_TEXTS[language]
  const expires = link.expiresAt && texts.expires(timeText(link.expiresAt, language, timezone))
  const brand = accent === null ? BRAND : brandOf(accent)
  const page = { language, texts, words, product: productName, brand, name, href: link.href, expires }
  const { hostname } = new URL(address)
  const node = new MailComposer({
    from: from ?? { name: productName, address: `no-reply@${hostname}` },
    to,
    subject: words.subject,
    messageId: `<${id}@${hostname}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    text: plainText(page),
    html: String(await markup(page)),
  }).compile()
  return { id, to, link: link.href, envelope: node.getEnvelope(), bytes: await node.build() }
}
