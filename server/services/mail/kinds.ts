import type { z } from 'zod'
import type { Config } from '#contract/config'
import type { SpaceRole } from '#contract/permissions'
import type { Queryable } from '../../db/database'
import type { mailKindSchema, WayChange } from '../../db/schema'
import type { Deps } from '../../deps'
import { readUserAgent } from '../common/userAgent'
import { invitationLink, type Link, pageLink, resetLink, verificationLink } from './links'
import type { MailTexts, Words } from './texts'

export type MailKind = z.output<typeof mailKindSchema>

/** What an e-mail is made of. */
export interface Facts {
  userId: string
  email: string
  isVerified: boolean
  spaceId: string | null
  /** Name of the space. */
  space: string | null
  role: SpaceRole | null
  /** Name and e-mail address of the sender. */
  sender: string | null
  /** Of the invitation that the person has not accepted yet; null without one. */
  invitationId: string | null
  /** Of an e-mail about a change of the ways to sign in. */
  change: WayChange | null
}

interface Writing {
  tx: Queryable
  deps: Pick<Deps, 'now' | 'ownAddress'>
  facts: Facts
  texts: MailTexts
  /** When the e-mail was stored. */
  time: string
  console: Pick<Config, 'productName' | 'passwordLogin'>
}

/** What an e-mail says and where it leads. */
export interface Message {
  words: Words
  link: Link
}

/** Of an e-mail of a server that told passwords only. */
const NEW_PASSWORD: WayChange = {
  what: 'password',
  name: null,
  by: null,
  admin: null,
  address: null,
  userAgent: null,
  to: null,
}

async function changed({ deps, facts, texts, time, console }: Writing): Promise<Message> {
  const { productName: product, passwordLogin: hasPasswords } = console
  const change = facts.change ?? NEW_PASSWORD
  const { browser, system } = readUserAgent(change.userAgent)
  const from = [browser, system].filter((name) => name !== null).join(' – ')
  const page =
    change.what === 'address' ? '/login' : hasPasswords ? '/login/forgot-password' : '/profile/security'
  return {
    words: texts.changed({
      ...change,
      product,
      email: change.to ?? facts.email,
      time,
      browser: from || null,
      hasPasswords,
    }),
    link: pageLink(deps, page),
  }
}

/** How each kind of e-mail is written; undefined when it is no longer needed. */
export const WRITE: Record<MailKind, (writing: Writing) => Promise<Message | undefined>> = {
  invitation: async ({ tx, deps, facts, texts, console: { productName: product } }) => {
    const { userId, email, spaceId, space, role, sender, invitationId } = facts
    if (spaceId === null || space === null || role === null || invitationId === null) return undefined
    const link = await invitationLink(tx, deps, { id: invitationId, spaceId, userId, email }, true)
    return { words: texts.invitation({ space, product, email, role, sender }), link }
  },
  verification: async ({ tx, deps, facts, texts, console: { productName: product } }) =>
    facts.isVerified
      ? undefined
      : {
          words: texts.verification({ product, email: facts.email }),
          link: await verificationLink(tx, deps, facts),
        },
  reset: async ({ tx, deps, facts, texts, console: { productName: product } }) => ({
    words: texts.reset({ product, email: facts.email }),
    link: await resetLink(tx, deps, facts),
  }),
  registered: async ({ deps, facts, texts, console: { productName: product } }) => ({
    words: texts.registered({ product, email: facts.email }),
    link: pageLink(deps, '/login'),
  }),
  passwordChanged: changed,
  wayChanged: changed,
}
