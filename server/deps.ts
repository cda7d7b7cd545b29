import type { CryptoKey } from 'jose'
import type { RoutineName } from '#contract/admin'
import type { Login } from '#contract/auth'
import type { Config } from '#contract/config'
import type { Permission } from '#contract/permissions'
import type { Bell } from './bell'
import type { Clock } from './clock'
import type { HistoryRules } from './config/config'
import type { Hsts } from './config/variables'
import type { Db } from './db/database'
import type { ReadOnly } from './db/readOnly'
import type { Log } from './log'
import type { Providers, Shelf, SimProvider, Transport } from './systems'

/** Identity of this server for push services (VAPID, RFC 8292). */
export interface PushKey {
  /** The public key for browsers, in base64url. */
  publicKey: string
  /** The header `Authorization` of a request. @param contact where the push service finds the operator of this server */
  authorization: (endpoint: string, contact: string, now: Date) => Promise<string>
}

/** Records how keys are used. */
export interface KeyUse {
  /** Counts a call, by the first of the permissions that it needed. It is stored soon, and costs the call no time. */
  note(
    key: { spaceId: string; keyId: string },
    permissions: readonly Permission[],
    at: Date,
    address: string,
  ): void
  /** Stores what was counted before; afterwards there is nothing to lose. */
  flush(): Promise<void>
}

/** The dependencies of the application, created once, before the server listens. */
export type Deps = Readonly<{
  db: Db
  /** Whether the database is read-only. */
  readOnly: ReadOnly
  /** Public address of this server, without a trailing slash. */
  ownAddress: () => string
  /** Whether this copy was asked to stop, and serves until its proxies know. */
  isStopping: () => boolean
  /** Rings when a call has made deliveries due, so that the worker of this copy reads them immediately. */
  dueDeliveries: Bell
  /** Rings when a call has stored a test of a connector. */
  dueTests: Bell
  /** Rings when a call has changed a roll-out. */
  dueRollouts: Bell
  /** Rings when a call has stored an e-mail. */
  dueMail: Bell
  /** Rings when a person starts a routine. */
  dueRoutine: Readonly<Record<RoutineName, Bell>>
  /** Where the server keeps its backups; null if it makes none. */
  shelf: Shelf | null
  /** Null if e-mails are files. */
  mailServer: Transport | null
  keyUse: KeyUse
  /** External identity providers. */
  providers: Providers
  /** The system that manages the SIM cards; null without one. */
  sims: SimProvider | null
  /** Signs the tokens; all copies of the server share it. */
  signingKey: CryptoKey
  /** Signs push messages; all copies of the server share it. */
  pushKey: PushKey
  clock: Pick<Clock, 'ahead' | 'compare' | 'fault' | 'requireRight'>
  /** The time by `clock`. */
  now: () => Date
  log: Log
  settings: Readonly<AppSettings>
}>

export interface AppSettings {
  /** The answer of `/config.json`. */
  console: Config
  version: string
  /** Folder of the server's own database; null if it uses another one. */
  dataFolder: string | null
  /** Whether a backup is made every day. */
  hasBackups: boolean
  /** Whether messages are archived before they are dropped. */
  hasArchive: boolean
  /** Days for which deliveries are kept: no pause is longer. */
  deliveryRetentionDays: number
  /** Days for which deleted records can be restored; 0 deletes them at once. */
  trashDays: number
  /** When values of histories are downsampled and deleted. */
  history: HistoryRules
  /** The token for `/metrics`; null answers only this machine. */
  metricsToken: string | null
  /** Folder of the built console. */
  dist: string
  /** Further sources for `connect-src` of the content security policy. */
  connectSources: string[]
  /** Sender address of e-mails, with or without a name; null for one at the server's own host. */
  mailFrom: string | null
  /** Whether the server listens only on this machine. */
  loopback: boolean
  /** Hosts for which browsers use only https; null if people reach the server by http. */
  hsts: Hsts | null
  /** Whether callers are identified by the last address in `X-Forwarded-For`. */
  trustProxy: boolean
  /** Names by which this server is called, besides those of this machine itself; null for any. */
  hosts: readonly string[] | null
  /** The demo's publicly known accounts, unless allowed everywhere: only pages of this machine may use them. */
  knownLogins: readonly Login[]
}
