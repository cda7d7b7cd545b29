import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import type { DeviceCreate } from '#contract/devices'
import type { Uplink } from '#contract/messages'
import type { SpaceRole } from '#contract/permissions'
import { type Db, openDatabase } from '../../../server/db/database'
import { authSession, spaceUser } from '../../../server/db/schema'
import { readSigningKey } from '../../../server/services/accounts/signIn/jwt'
import type { NewUser } from '../../../server/services/accounts/users'
import { newId } from '../../../server/services/common/ids'
import {
  aDevice,
  aSpace,
  aTag,
  aUser,
  type Fillable,
  messagesOf,
  remoteCall,
  type TestSpace,
  type TestUser,
} from '../../support/builders'
import { createDatabase } from '../../support/database'
import { type Proxy, startProxy } from '../../support/proxy'
import { anUplink, type Proof } from '../../support/uplink'
import { type ServerOptions, type ServerProcess, startServer } from './server'

/** URL of the same database through a proxy. */
function throughProxy(databaseUrl: string, { url }: Proxy): string {
  const changed = new URL(databaseUrl)
  changed.host = new URL(url).host
  return changed.toString()
}

interface Membership {
  person: TestUser
  role: SpaceRole
  invited?: boolean
}

/** A real server with its own database, and the builders that fill it. */
export class Backend implements Fillable {
  readonly db: Db
  readonly deps: Fillable['deps']
  readonly #databaseUrl: string
  /** Proxy between the server and a database that it loses; the builders bypass it. */
  readonly #line: Proxy | undefined
  readonly #options: ServerOptions
  #server: ServerProcess
  readonly #others: Backend[] = []

  private constructor(
    databaseUrl: string,
    line: Proxy | undefined,
    options: ServerOptions,
    db: Db,
    deps: Fillable['deps'],
    server: ServerProcess,
  ) {
    this.#databaseUrl = databaseUrl
    this.#line = line
    this.#options = options
    this.db = db
    this.deps = deps
    this.#server = server
  }

  static async start(options: ServerOptions = {}): Promise<Backend> {
    const direct = await createDatabase()
    const line = options.losesDatabase ? await startProxy(direct) : undefined
    const databaseUrl = line ? throughProxy(direct, line) : direct
    const server = await startServer(databaseUrl, options)
    const db = openDatabase(direct, () => undefined)
    const deps = { signingKey: await readSigningKey(db), now: () => new Date() }
    return new Backend(databaseUrl, line, options, db, deps, server)
  }

  get url() {
    return this.#server.url
  }

  /** Address of the one-time link that creates the first administrator. */
  setupLink = async () => this.url + (await this.#server.setupPath)

  /** Another server with its own database, for a test that kills it or needs other settings. */
  async ownServer(options?: ServerOptions): Promise<Backend> {
    const other = await Backend.start(options)
    this.#others.push(other)
    return other
  }

  kill = () => this.#server.kill()

  /** Takes the database away from a server with `losesDatabase`. */
  loseDatabase = () => this.#line?.cut()

  /** Gives it back. */
  giveDatabase = () => this.#line?.restore()

  async restart() {
    await this.#server.kill()
    this.#server = await startServer(this.#databaseUrl, this.#options, Number(new URL(this.url).port))
  }

  async stop(): Promise<void> {
    await Promise.all(this.#others.map((other) => other.stop()))
    await this.#server.kill()
    await this.#line?.close()
    await this.db.$client.end()
  }

  person = (values?: Partial<NewUser>): Promise<TestUser> => aUser(this, values)

  async space(owner: TestUser, { members = [] }: { members?: Membership[] } = {}): Promise<TestSpace> {
    const space = await aSpace(this, owner)
    for (const { person, role, invited = false } of members)
      await this.db.insert(spaceUser).values({
        spaceId: space.id,
        userId: person.id,
        role,
        invited,
        invitationId: invited ? newId() : null,
      })
    return space
  }

  tag = (space: TestSpace, name?: string) => aTag(this, space, name)

  device = (space: TestSpace, values?: Partial<DeviceCreate>) => aDevice(this, space, values)

  /** Sends messages of a device with these bodies, in this order; returns their ids. */
  messages = (device: { serial_number: string; token: string }, bodies: readonly unknown[]) =>
    messagesOf(this, device, bodies)

  /** Sends an uplink; returns its id and the downlinks that the device receives with it. */
  uplink = (device: Proof, values?: Partial<Uplink>) => anUplink(this, device, values)

  /** Signs in the person, as with "remember me". `url` is another address of this server. */
  async signIn(page: Page, { token }: Pick<TestUser, 'token'>, url = this.url) {
    // Any small page of this origin will do.
    await page.goto(`${url}/config.json`)
    await page.evaluate((value) => {
      localStorage.setItem('token', value)
      // As in a new tab.
      sessionStorage.removeItem('tabOwner')
    }, token)
  }

  /** Ends all sign-ins of the person. */
  async revokeTokens({ id }: TestUser) {
    await this.db.update(authSession).set({ revokedAt: new Date() }).where(eq(authSession.userId, id))
  }

  call = remoteCall(() => this.url)
}
