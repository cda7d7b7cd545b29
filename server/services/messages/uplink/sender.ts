import { timingSafeEqual } from 'node:crypto'
import type { Uplink } from '#contract/messages'
import type { Deps } from '../../../deps'
import { ApiError } from '../../../errors'
import { hashClaimToken } from '../../devices/devices'

/** An authenticated device. */
export interface Sender {
  spaceId: string
  /** Owner of the space, whose share of the server it takes; the space itself if it has none. */
  personId: string
  deviceId: string
  /** Serial number of the hardware that sends. */
  serialNumber: string
  /** SHA-256 of its claim token. */
  tokenHash: Buffer
}

type Proof = Pick<Uplink, 'serial_number' | 'token'>

/** The same answer for a wrong serial number and a wrong claim token, so that nobody learns which it was. */
export const unknownDevice = () =>
  new ApiError(401, 'forbidden: the serial number or the claim token is wrong')

/** Reads the directory of all spaces, and the spaces, which every node has. With `any($1)` PostgreSQL would plan it anew each time. */
const CREDENTIALS = {
  name: 'uplink.credentials',
  text: `
    select c.space_id as "spaceId", coalesce(s.owner_id, s.id) as "personId", c.device_id as "deviceId",
      c.serial_number as "serialNumber", c.token_hash as "tokenHash"
    from device_credential c join space s on s.id = c.space_id where c.serial_number in (select unnest($1::text[]))`,
}

/** The device that has the serial number, if the claim token is right. */
export function proven({ token }: Proof, sender: Sender | undefined): Sender | null {
  const hash = hashClaimToken(token)
  const matches = timingSafeEqual(hash, sender?.tokenHash ?? Buffer.alloc(hash.length))
  return sender && matches ? sender : null
}

/** Authenticates devices; null for each wrong serial number or claim token. */
export async function findSenders(
  { db }: Pick<Deps, 'db'>,
  proofs: readonly Proof[],
): Promise<(Sender | null)[]> {
  const serialNumbers = [...new Set(proofs.map(({ serial_number }) => serial_number))]
  const { rows } = await db.$client.query<Sender>({ values: [serialNumbers], ...CREDENTIALS })
  const known = new Map(rows.map((sender) => [sender.serialNumber, sender]))
  return proofs.map((proof) => proven(proof, known.get(proof.serial_number)))
}
