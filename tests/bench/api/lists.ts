import { brotliCompressSync, constants } from 'node:zlib'
import type { Client } from 'pg'
import { LIST_LIMIT } from '#contract/common'
import { KEY_PERMISSIONS } from '#contract/permissions'
import { ApiClient } from './apiClient'
import { compare } from './compare'
import type { Line } from './lines'
import type { Setup } from './setup'

/** Lists that the console reads whole, and what they may take: as much as a page of as many devices. */
const LISTS = ['tags', 'keys', 'users'] as const
const TIME_GOAL = 1
/** Compressed, as the console reads them. */
const BYTES_GOAL = 120_000

const compressed = (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }).length

/** Fills the space with as many tags, keys and people as a list holds. */
async function fill(client: Client, spaceId: string) {
  const fit = (has: string) =>
    `generate_series(1, ${LIST_LIMIT} - (select count(*)::int from ${has} where space_id = $1)) i`
  await client.query(
    `insert into tag (space_id, id, name, color) select $1, uuidv7(), 'tag-' || i, '#1E88E5' from ${fit('tag')}`,
    [spaceId],
  )
  await client.query(
    `insert into access_key (space_id, id, token_hash, name, permissions)
     select $1, gen_random_uuid(), sha256(('key' || i)::bytea), 'key-' || i, $2 from ${fit('access_key')}`,
    [spaceId, KEY_PERMISSIONS],
  )
  await client.query(
    `insert into access_key_tag (space_id, access_key_id, tag_id)
     select $1, k.id, t.id from access_key k
     cross join lateral (select id from tag where space_id = $1 order by id limit 2) t where k.space_id = $1`,
    [spaceId],
  )
  await client.query(
    `with person as (
       insert into app_user (id, email, firstname, lastname, is_verified)
       select uuidv7(), 'person-' || i || '@example.com', 'Jana', 'Nováková', true from ${fit('space_user')}
       returning id
     )
     insert into space_user (space_id, user_id, role) select $1, id, 'user' from person`,
    [spaceId],
  )
}

/** Whole lists against a page of as many devices: how long they take, and how much is sent. */
export async function benchLists(setup: Setup, client: Client): Promise<Line[]> {
  const { spaceId, base, token } = setup
  await fill(client, spaceId)
  const api = new ApiClient(base, token)
  const read = (name: string) => api.get(`/spaces/${spaceId}/${name}`, { limit: LIST_LIMIT })
  const lines: Line[] = []
  for (const name of LISTS) {
    const { first, last } = await compare(
      () => read('devices'),
      () => read(name),
    )
    const ratio = last / first
    lines.push({
      what: `${LIST_LIMIT} ${name} against ${LIST_LIMIT} devices`,
      measured: `${ratio.toFixed(2)}× (${last.toFixed(1)} / ${first.toFixed(1)} ms)`,
      goal: `≤ ${TIME_GOAL}×`,
      met: ratio <= TIME_GOAL,
    })
    const bytes = compressed(await read(name))
    lines.push({
      what: `${LIST_LIMIT} ${name}, compressed`,
      measured: `${(bytes / 1000).toFixed(1)} kB`,
      goal: `≤ ${BYTES_GOAL / 1000} kB`,
      met: bytes <= BYTES_GOAL,
    })
  }
  api.close()
  return lines
}
