import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract'
import type { Endpoint } from '#contract/common'
import { KEY_PERMISSIONS, type KeyPermission } from '#contract/permissions'
import { aKey, aMember } from '../support/builders'
import { aFilledSpace, type FilledSpace } from '../support/callers'
import { makeCall, ROWS, SPACE } from '../support/callRows'
import { serve } from '../support/serve'
import { lineOf } from './permissions.table'

const server = await serve()

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const rowOf = (endpoint: Endpoint) => ROWS[nameOf(endpoint)] ?? {}

/** As the callers of the same names in the table of permissions, which are keys. */
const KINDS = ['lesser', 'tagged', 'astray'] as const
type Kind = (typeof KINDS)[number]

/** What a key of a kind has. */
function rightsOf(kind: Kind, { tag, otherTag }: FilledSpace, endpoint: Endpoint) {
  const { permission } = lineOf(nameOf(endpoint))
  const isNeeded = (one: KeyPermission) => one === permission || (rowOf(endpoint).more ?? []).includes(one)
  return {
    permissions: KEY_PERMISSIONS.filter((one) => (kind === 'lesser' ? one !== permission : isNeeded(one))),
    tags: { lesser: [], tagged: [tag], astray: [otherTag] }[kind],
  }
}

const shared = await aFilledSpace(server)

/** The answer to a person with the rights of a kind of key. */
async function answerTo(endpoint: Endpoint, kind: Kind) {
  const changes = rowOf(endpoint).once && (expected(endpoint, kind) ?? 0) < 400
  const filled = changes ? await aFilledSpace(server) : shared
  const { token } = await aMember(server, filled.space, 'user', rightsOf(kind, filled, endpoint))
  return makeCall(server, endpoint, filled, { token })
}

/** The answer to the key. */
async function answerToKey(endpoint: Endpoint, kind: Kind) {
  const { id: key } = await aKey(server, shared.space, rightsOf(kind, shared, endpoint))
  return makeCall(server, endpoint, shared, { key })
}

const ofSpace = endpoints.filter(({ path, permission }) => path.startsWith(SPACE) && permission)

/** A person acts only on people who have no more than themselves, and with tags sees only those. */
const OF_PEOPLE: Record<string, Record<Kind, number>> = {
  [`get ${SPACE}/users/{userId}`]: { lesser: 403, tagged: 404, astray: 404 },
  [`post ${SPACE}/users/invite`]: { lesser: 403, tagged: 403, astray: 403 },
  [`post ${SPACE}/users/{userId}/invitation`]: { lesser: 403, tagged: 404, astray: 404 },
  [`post ${SPACE}/users/{userId}/invitation/link`]: { lesser: 403, tagged: 404, astray: 404 },
  [`put ${SPACE}/users/{userId}`]: { lesser: 403, tagged: 404, astray: 404 },
  [`delete ${SPACE}/users/{userId}`]: { lesser: 403, tagged: 404, astray: 404 },
}

/** Calls that keys cannot make. */
const OF_PERSONS: Record<string, Record<Kind, number>> = {
  [`get ${SPACE}/keys/{keyId}/token`]: { lesser: 403, tagged: 200, astray: 404 },
  [`post ${SPACE}/keys/{keyId}/rotate`]: { lesser: 403, tagged: 200, astray: 404 },
  [`post ${SPACE}/keys/{keyId}/duplicate`]: { lesser: 403, tagged: 201, astray: 404 },
  [`get ${SPACE}/devices/{deviceId}/move`]: { lesser: 403, tagged: 404, astray: 404 },
  [`post ${SPACE}/devices/{deviceId}/move`]: { lesser: 403, tagged: 404, astray: 404 },
  [`post ${SPACE}/trash`]: { lesser: 403, tagged: 200, astray: 200 },
  [`post ${SPACE}/trash/effects`]: { lesser: 403, tagged: 200, astray: 200 },
}
/** The space itself, its audit log and its trash. */
const NOTHING: Record<Kind, number> = { lesser: 403, tagged: 403, astray: 403 }

function expected(endpoint: Endpoint, kind: Kind): number | undefined {
  const name = nameOf(endpoint)
  const own = OF_PEOPLE[name] ?? OF_PERSONS[name]
  if (own) return own[kind]
  if (endpoint.access === 'bearer') return NOTHING[kind]
  const answer = lineOf(name).answers.get(kind)
  return answer === 'yes' ? (rowOf(endpoint).allowed?.[0] ?? endpoint.status) : answer
}

/** Reads that say who asks, or change with each new key and person. */
const OTHERWISE: ReadonlySet<string> = new Set([
  `get ${SPACE}`,
  `get ${SPACE}/users`,
  `get ${SPACE}/users/{userId}`,
  `get ${SPACE}/keys`,
  `get ${SPACE}/keys/usage`,
  `get ${SPACE}/tags/usage`,
])

describe('a person with permissions or tags of their own gets what a key with the same gets', () => {
  test.each(ofSpace)('$method $path', async (endpoint) => {
    const name = nameOf(endpoint)
    const isSame = endpoint.method === 'get' && endpoint.access === 'bearerOrKey' && !OTHERWISE.has(name)
    for (const kind of KINDS) {
      const { status, text } = await answerTo(endpoint, kind)
      expect([kind, status]).toEqual([kind, expected(endpoint, kind)])
      if (isSame && kind !== 'lesser')
        expect([kind, text]).toEqual([kind, (await answerToKey(endpoint, kind)).text])
    }
  })
})
