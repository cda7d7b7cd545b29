import MailComposer from 'nodemailer/lib/mail-composer'
import type { Language } from '#contract/common'
import type { Config } from '#contract/config'
import { brandOf } from '#contract/config/brand'
import { BRAND } from '#contract/config/defaults'
import type { SpaceRole } from '#contract/permissions'
import type { Queryable } from '../../db/database'
import type { WayChange } from '../../db/schema'
import type { Deps } from '../../deps'
import type { Letter } from '../../systems'
import { newId } from '../common/ids'
import { markup, plainText } from './layout'
import { type Link, pageLink } from './links'
import { cs } from './texts/cs'
import { en, type MailTexts } from './texts/en'
import type { Words } from './texts/words'
import { timeText } from './time'

export const MAIL_TEXTS: Record<Language, MailTexts> = { en, cs }

export type MailDeps = Pick<Deps, 'db' | 'now' | 'log' | 'ownAddress'> & {
  settings: Pick<Deps['settings'], 'console' | 'mailFrom'>
}

/** The facts of an e-mail. */
interface Facts {
  /** Of the e-mail. */
  id: string
  /** When this attempt to send it began. */
  writtenAt: Date
  userId: string
  email: string
  isVerified: boolean
  spaceId: string | null
  /** For an e-mail about an alert. */
  alertId: string | null
  language: Language | null
  timezone: string | null
  space: string | null
  role: SpaceRole | null
  /** Name and e-mail address of the sender. */
  sender: string | null
  /** Id of the invitation that the person has not accepted yet; null without one. */
  invitationId: string | null
  /** For an e-mail about a change of sign-in methods. */
  change: WayChange | null
}

/** What is needed to write an e-mail. */
export interface Writing {
  tx: Queryable
  deps: Pick<Deps, 'now' | 'ownAddress'>
  facts: Facts
  texts: MailTexts
  /** When the e-mail was stored. */
  time: string
  console: Pick<Config, 'productName' | 'passwordLogin'>
}

/** The text of an e-mail and its link. */
export interface Message {
  words: Words
  link: Link
}

/** An e-mail to make. */
export interface Content {
  /** Id of the e-mail. Its Message-ID is made from it, so that a repeated e-mail is recognized. */
  id: string
  to: string
  /** Name of the person, if known. */
  name: string | null
  language: Language
  /** Time zone of the person; UTC without one. */
  timezone: string | null
  words: Words
  link: Link
}

/** The sender. */
export interface Sender {
  /** Address, with or without a name; null for an address at the server's own host. */
  from: string | null
  productName: string
  accent: string | null
  /** Public address of the server. */
  address: string
}

/** Letters, spaces, and the characters between letters of names. Clients turn none of this into a link. */
const NAME = /^[\p{L}\p{M}’' -]+(\.( |$)[\p{L}\p{M}’' -]*)*$/u
const NAME_MAX = 60

/**
 * The name of a person as an e-mail shows it; null without one, and for one that could pass for something else: people choose their names,
 * and e-mails go to strangers.
 */
export function nameOf(firstname: string | null, lastname: string | null): string | null {
  const name = [firstname, lastname].filter(Boolean).join(' ').trim()
  return name.length <= NAME_MAX && NAME.test(name) ? name : null
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

/** This server as the sender. */
export const senderOf = ({ settings, ownAddress }: Pick<MailDeps, 'settings' | 'ownAddress'>): Sender => ({
  from: settings.mailFrom,
  productName: settings.console.productName,
  accent: settings.console.accent,
  address: ownAddress(),
})

/** The administrator who tests the mail server. */
interface Trier {
  email: string
  firstname?: string | null
  lastname?: string | null
  language?: Language | null
}

/** Makes a test e-mail, which says that it has arrived. */
export const composeTest = async (
  deps: Pick<Deps, 'now' | 'ownAddress' | 'settings'>,
  { email, firstname = null, lastname = null, language }: Trier,
): Promise<Letter> =>
  compose(
    {
      id: newId(deps.now()),
      to: email,
      name: nameOf(firstname, lastname),
      language: language ?? 'en',
      timezone: null,
      words: MAIL_TEXTS[language ?? 'en'].mailTest({ product: deps.settings.console.productName, email }),
      link: pageLink(deps, '/admin'),
    },
    senderOf(deps),
  )
