import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { authApi, type PasskeyProof, type PasskeyRequest } from '#contract/auth'
import type { NewPasskey, PasskeyCreation } from '#contract/secondFactor'
import { secondFactorApi } from '#contract/secondFactor'
import type { Fillable, TestUser } from './builders'
import { ADDRESS } from './makeServer'

const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

/** Head of a CBOR item (RFC 8949): its kind and its length or value. */
function head(kind: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(kind << 5) | value])
  return value < 256
    ? Buffer.from([(kind << 5) | 24, value])
    : Buffer.from([(kind << 5) | 25, value >> 8, value & 255])
}

type Cbor = number | string | Buffer | Map<number | string, Cbor>

/** Encodes numbers, texts, bytes and maps as CBOR. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const items = [...value].flatMap(([key, item]) => [cbor(key), cbor(item)])
  return Buffer.concat([head(5, value.size), ...items])
}

/** Encodes a P-256 key for ECDSA as COSE (RFC 9053). */
function coseOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

const FLAGS = { present: 0x01, verified: 0x04, eligible: 0x08, backedUp: 0x10, withKey: 0x40 }

/** Possible faults of a proof. */
export interface Wrong {
  origin?: string
  rpId?: string
  type?: string
  counter?: number
  userHandle?: string
  /** Without user verification. */
  isUnverified?: boolean
  signature?: Buffer
  id?: string
}

interface AuthenticatorOptions {
  /** Synced with other devices by a service. */
  isSynced?: boolean
  /** With a signature counter. */
  isCounting?: boolean
  /** Attestation statement in place of `none`. */
  attestation?: [format: string, statement: Map<string, Cbor>]
}

/** The options that an authenticator uses. */
interface CreationPart {
  challenge: string
  rp: Pick<PasskeyCreation['rp'], 'id'>
  user: Pick<PasskeyCreation['user'], 'id'>
}

/** A software authenticator with one passkey (WebAuthn, section 6). */
export class SoftPasskey {
  readonly id = base64url(randomBytes(32))
  counter = 0
  userHandle = ''
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  private readonly options: AuthenticatorOptions

  constructor(options: AuthenticatorOptions = {}) {
    this.options = options
  }

  private clientData(type: string, challenge: string, { origin = ADDRESS }: Wrong) {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  private data(rpId: string, { isUnverified, counter = this.counter }: Wrong, withKey: boolean) {
    const synced = this.options.isSynced ? FLAGS.eligible | FLAGS.backedUp : 0
    const verified = isUnverified ? 0 : FLAGS.verified
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const flags = FLAGS.present | verified | synced | (withKey ? FLAGS.withKey : 0)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count])
  }

  /** Creates the passkey. */
  create({ challenge, rp, user }: CreationPart, wrong: Wrong = {}): NewPasskey {
    this.userHandle = user.id
    const clientDataJSON = this.clientData(wrong.type ?? 'webauthn.create', challenge, wrong)
    const id = Buffer.from(this.id, 'base64url')
    const length = Buffer.from([id.length >> 8, id.length & 255])
    const authData = Buffer.concat([
      this.data(wrong.rpId ?? rp.id, wrong, true),
      Buffer.alloc(16),
      length,
      id,
      coseOf(this.keys.publicKey),
    ])
    const [format, statement] = this.options.attestation ?? ['none', new Map<string, Cbor>()]
    const attestation = new Map<string, Cbor>([
      ['fmt', format],
      ['attStmt', statement],
      ['authData', authData],
    ])
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(clientDataJSON),
        attestationObject: base64url(cbor(attestation)),
        transports: ['internal', 'a-new-one'],
      },
    }
  }

  /** Signs a challenge. */
  sign({ challenge, rpId }: Pick<PasskeyRequest, 'challenge' | 'rpId'>, wrong: Wrong = {}): PasskeyProof {
    if (this.options.isCounting) this.counter++
    const clientDataJSON = this.clientData(wrong.type ?? 'webauthn.get', challenge, wrong)
    const data = this.data(wrong.rpId ?? rpId, wrong, false)
    const signed = Buffer.concat([data, sha256(clientDataJSON)])
    const id = wrong.id ?? this.id
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(clientDataJSON),
        authenticatorData: base64url(data),
        signature: base64url(wrong.signature ?? sign('sha256', signed, this.keys.privateKey)),
        userHandle: wrong.userHandle ?? this.userHandle,
      },
    }
  }
}

/** A new passkey for a challenge that the server never issued. */
export const A_CREDENTIAL = new SoftPasskey().create({
  challenge: 'unknown',
  rp: { id: 'console.example.com' },
  user: { id: 'nobody' },
})

type Caller = Pick<Fillable, 'call'>

/** Requests the options to create a passkey. */
export async function creationOf(
  server: Caller,
  { token }: Pick<TestUser, 'token'>,
): Promise<PasskeyCreation> {
  const answer = await server.call('POST', secondFactorApi.passkeyOptions.path, { token })
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  return secondFactorApi.passkeyOptions.answer.parse(await answer.json())
}

/** Sends a new passkey to the server. */
export const storePasskey = (
  server: Caller,
  { token }: Pick<TestUser, 'token'>,
  credential: NewPasskey,
  name = 'A laptop',
): Promise<Response> =>
  Promise.resolve(server.call('POST', secondFactorApi.addPasskey.path, { token, body: { name, credential } }))

/** Adds a passkey as the person. */
export async function aPasskey(
  server: Caller,
  user: Pick<TestUser, 'token'>,
  options: AuthenticatorOptions & { name?: string } = {},
): Promise<SoftPasskey> {
  const passkey = new SoftPasskey(options)
  const answer = await storePasskey(
    server,
    user,
    passkey.create(await creationOf(server, user)),
    options.name,
  )
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
  return passkey
}

/** Requests a challenge to sign in or confirm with. */
export async function requestOf(server: Caller): Promise<PasskeyRequest> {
  const answer = await server.call('POST', authApi.passkeyOptions.path)
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  return authApi.passkeyOptions.answer.parse(await answer.json())
}
