import { z } from 'zod'
import { hashOf } from '../common/oneTime'

/** The space of a link, by which its row is found, and its secret of 256 bits. */
const TOKEN = /^([\da-f]{32})\.([\w-]{43})$/

const HYPHENS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/

/** The token of a guest link. */
export const tokenOf = (spaceId: string, secret: string): string => `${spaceId.replaceAll('-', '')}.${secret}`

/** What identifies a guest link: its space, and the hash of its secret. */
export interface GuestToken {
  spaceId: string
  hash: Buffer
}

/** Reads a token; undefined for anything else. */
export function readGuestToken(token: string | undefined): GuestToken | undefined {
  const [, space = '', secret = ''] = TOKEN.exec(token ?? '') ?? []
  const spaceId = space.replace(HYPHENS, '$1-$2-$3-$4-$5')
  return z.guid().safeParse(spaceId).success ? { spaceId, hash: hashOf(secret) } : undefined
}
