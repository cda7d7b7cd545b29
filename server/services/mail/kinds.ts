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
  isClaimed: boolean
  isVerified: boolean
  spaceId: string | null
  /** Name of the space. */
  space: string | null
  /** E-mail address of the sender. */
  sender: string | null
  /** Whether the person has not accepted yet; null for somebody who is not in the space. */
  isInvited: boolean | null
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
    const { spaceId, space, sender, isInvited, isVerified } = facts
    if (spaceId === null || space === null || isInvited === null) return undefined
    // Until the address is verified, somebody with a copied link may have accepted instead of the owner.
    if (!isInvited && isVerified) return undefined
    const link = await invitationLink(tx, deps, spaceId, facts, true)
    return { words: texts.invitation({ space, product, sender, hasAccount: link.expiresAt === null }), link }
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
