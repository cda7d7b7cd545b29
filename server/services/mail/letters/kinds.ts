import type { z } from 'zod'
import type { mailKindSchema, WayChange } from '../../../db/schema'
import { readUserAgent } from '../../common/userAgent'
import type { Message, Writing } from '../compose'
import { invitationLink, pageLink, resetLink, verificationLink } from '../links'
import { writeAlert, writeTest } from './alerts'
import { writeDigest } from './digest'
import { writeFlapping, writeSummary } from './hourly'
import { writeHeld } from './rollout'

export type MailKind = z.output<typeof mailKindSchema>

/** The change in an e-mail of a server that only reported passwords. */
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

/** How each kind of e-mail is written; undefined if it is no longer needed. */
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
    link: pageLink(deps, facts.spaceId === null ? '/login' : `/spaces?invitation=${facts.spaceId}`),
  }),
  passwordChanged: changed,
  wayChanged: changed,
  alertOpened: (writing) => writeAlert(writing, 'opened'),
  alertEnded: (writing) => writeAlert(writing, 'ended'),
  alertFlapping: writeFlapping,
  alertSummary: writeSummary,
  alertTest: writeTest,
  alertDigest: writeDigest,
  rolloutHeld: writeHeld,
}
