import type { CryptoKey } from 'jose'
import type { Login } from '#contract/auth'
import type { Config } from '#contract/config'
import type { Db } from './db/database'
import type { Log } from './log'
import type { Queue } from './services/deliveries'

/** What the application needs of the world. */
export interface Deps {
  db: Db
  /** Deliveries that wait for the worker. */
  queue: Queue
  /** Signs the tokens; the same in all copies of the server. */
  signingKey: CryptoKey
  now: () => Date
  log: Log
  settings: AppSettings
}

export interface AppSettings {
  /** What `/config.json` answers. */
  console: Config
  /** Folder of the built console. */
  dist: string
  /** More sources for `connect-src` of the content security policy. */
  connectSources: string[]
  /** The server listens on this machine only. */
  loopback: boolean
  /** People reach the server by https. */
  https: boolean
  /** The address of a caller is the last one in `X-Forwarded-For`. */
  trustProxy: boolean
  /** Sign-ins that everyone knows, the demo's, where they must not work. */
  refusedLogins: readonly Login[]
}
