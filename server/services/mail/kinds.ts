import type { z } from 'zod'
import type { Queryable } from '../../db/database'
import type { mailKindSchema } from '../../db/schema'
import type { Deps } from '../../deps'
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
  /** E-mail address of the sender. */
  sender: string | null
  /** Of the invitation that the person has not accepted yet; null without one. */
  invitationId: string | null
}

interface Writing {
  tx: Queryable
  deps: Pick<Deps, 'now' | 'ownAddress'>
  facts: Facts
  texts: MailTexts
  product: string
}

/** What an e-mail says and where it leads. */
export interface Message {
  words: Words
  link: Link
}

/** How each kind of e-mail is written; undefined when it is no longer needed. */
export const WRITE: Record<MailKind, (writing: Writing) => Promise<Message | undefined>> = {
  invitation: async ({ tx, deps, facts, texts, product }) => {
    const { userId, email, spaceId, space, sender, invitationId } = facts
    if (spaceId === null || space === null || invitationId === null) return undefined
    const link = await invitationLink(tx, deps, { id: invitationId, spaceId, userId, email }, true)
    return { words: texts.invitation({ space, product, sender }), link }
  },
  verification: async ({ tx, deps, facts, texts, product }) =>
    facts.isVerified
      ? undefined
      : { words: texts.verification(product), link: await verificationLink(tx, deps, facts) },
  reset: async ({ tx, deps, facts, texts, product }) => ({
    words: texts.reset(product),
    link: await resetLink(tx, deps, facts),
  }),
  registered: async ({ deps, texts, product }) => ({
    words: texts.registered(product),
    link: pageLink(deps, '/login'),
  }),
  passwordChanged: async ({ deps, texts, product }) => ({
    words: texts.passwordChanged(product),
    link: pageLink(deps, '/login/forgot-password'),
  }),
}
