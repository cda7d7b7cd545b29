import { z } from 'zod'

/** The space of a link, by which its row is found, and its secret of 256 bits. */
const TOKEN = /^([\da-f]{32})\.([\w-]{43})$/

const HYPHENS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/

/** The token of a guest link. */
export const tokenOf = (spaceId: string, secret: string): string => `${spaceId.replaceAll('-', '')}.${secret}`

/** The parts of a token; undefined for anything else. */
export function readGuestToken(token: string | undefined): { spaceId: string; secret: string } | undefined {
  const [, space, secret] = TOKEN.exec(token ?? '') ?? []
  if (space === undefined || secret === undefined) return undefined
  const spaceId = space.replace(HYPHENS, '$1-$2-$3-$4-$5')
  return z.guid().safeParse(spaceId).success ? { spaceId, secret } : undefined
}
