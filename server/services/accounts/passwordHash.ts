import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Lane } from '../../lane'
import type { Origin } from '../common/caller'

/** argon2id, as OWASP advises: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** Hashes of strangers that run at the same time: on at most half of the cores, and half of Node's four threads. */
const AT_A_TIME = Math.min(2, Math.max(1, Math.floor(availableParallelism() / 2)))

/**
 * Hashes that run at the same time, and that may wait: each takes one of the four threads that also compress answers, for as long as many
 * calls take. Strangers cannot take the places of known callers.
 */
const lanes = {
  strangers: new Lane({ all: AT_A_TIME, each: 1, places: 8, allPlaces: 60 }),
  known: new Lane({ all: 1, each: 1, places: 8 }),
}

/** The place of a hash in a lane: that of an address, or of an account whose owner is known. It is dropped if the caller disconnects. */
interface HashLane {
  lane: keyof typeof lanes
  who: string
  gone: AbortSignal
}
export const ofStranger = ({ address, gone }: Pick<Origin, 'address' | 'gone'>): HashLane => ({
  lane: 'strangers',
  who: address,
  gone,
})
export const ofAccount = (account: string, { gone }: Pick<Origin, 'gone'>): HashLane => ({
  lane: 'known',
  who: account,
  gone,
})
const OF_SERVER = ofAccount('', { gone: new AbortController().signal })

/** @throws ApiError 429, 503 if too many wait */
const inLane = <Result>({ lane, who, gone }: HashLane, work: () => Promise<Result>): Promise<Result> =>
  lanes[lane].run(who, gone, work)

/** A password in the form that is hashed: keyboards write the same letters in several ways (NIST SP 800-63B, section 3.1.1.2). */
const normalized = (password: string) => password.normalize('NFKC')

/** Whether two passwords are the same, in whatever form they are written. */
export const isSamePassword = (one: string, other: string): boolean => normalized(one) === normalized(other)

/** @throws ApiError 429, 503 if too many wait */
export const hashPassword = (password: string, lane = OF_SERVER): Promise<string> =>
  inLane(lane, () => hash(normalized(password), COST))

/** Used instead of the hash of a person who does not exist. */
const nobody = hash('nobody has this password', COST)

/** Whether the password is right. Without a hash it takes as long and returns false. @throws ApiError 429, 503 if too many wait */
export async function isPassword(
  passwordHash: string | null | undefined,
  password: string,
  lane: HashLane,
): Promise<boolean> {
  const matches = await inLane(lane, async () => verify(passwordHash ?? (await nobody), normalized(password)))
  return matches && typeof passwordHash === 'string'
}
