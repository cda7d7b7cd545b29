import type { Language } from '#contract/common'
import type { Config } from '#contract/config'
import type { SpaceRole } from '#contract/permissions'
import type { Queryable } from '../../../db/database'
import type { WayChange } from '../../../db/schema'
import type { Deps } from '../../../deps'
import type { Link } from '../links'
import type { MailTexts, Words } from '../texts'

/** What an e-mail is made of. */
export interface Facts {
  /** Of the e-mail. */
  id: string
  /** When this attempt to send it began. */
  writtenAt: Date
  userId: string
  email: string
  isVerified: boolean
  spaceId: string | null
  /** Of an e-mail about an alert. */
  alertId: string | null
  language: Language | null
  timezone: string | null
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

/** What an e-mail is written with. */
export interface Writing {
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
