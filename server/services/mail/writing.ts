import type { Language } from '#contract/common'
import type { Config } from '#contract/config'
import type { SpaceRole } from '#contract/permissions'
import type { Queryable } from '../../db/database'
import type { WayChange } from '../../db/schema'
import type { Deps } from '../../deps'
import type { Link } from './links'
import type { MailTexts, Words } from './texts'

/** The facts of an e-mail. */
export interface Facts {
  /** Id of the e-mail. */
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
