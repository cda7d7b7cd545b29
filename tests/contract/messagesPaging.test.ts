import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY } from '#contract/common/durations'
import { messagesApi } from '#contract/messages'
import { ensurePartitions } from '../../server/db/partitions'
import { message } from '../../server/db/schema'
import { newId } from '../../server/services/common/ids'
import { aDevice, aSpace, aTag, aUser, type TestSpace } from '../support/builders'
import { serve } from '../support/serve'

const NOW = Date.parse('2026-11-21T08:00:00.000Z')
const MONTH = 30 * DAY
const server = await serve({ now: () => new Date(NOW) })
const owner = await aUser(server)
await ensurePartitions(server.db.$client, new Date(NOW - 2 * MONTH), new Date(NOW))

interface Place {
  space: TestSpace
  deviceId: string
}

/** Stores one message for each offset, in milliseconds before now. */
async function insert({ space, deviceId }: Place, ages: number[]): Promise<string[]> {
  const rows = ages.map((age) => {
    const createdAt = new Date(NOW - age)
    return {
      spaceId: space.id,
      deviceId,
      id: newId(createdAt),
      createdAt,
      type: 'data',
      direction: 'up',
    } as const
  })
  if (rows.length > 0) await server.db.insert(message).values(rows)
  return rows.map(({ id }) => id)
}

/** Few distinct times, so that many messages share one; they span two partitions. */
const age = fc.oneof(fc.integer({ min: 0, max: 4 }), fc.constantFrom(MONTH, MONTH + 1))
const cases = fc.record({
  scope: fc.constantFrom('space', 'device', 'tag'),
  parameter: fc.constantFrom('cursor', 'offset'),
  limit: fc.integer({ min: 1, max: 4 }),
  older: fc.array(age, { minLength: 1, maxLength: 20 }),
  /** New messages after each page, and whether the cursor's message is deleted. */
  between: fc.array(fc.record({ ages: fc.array(age, { maxLength: 4 }), drop: fc.boolean() }), {
    maxLength: 12,
  }),
  /** Newer messages of another device: enough that a page of the tag queries each device. */
  noise: fc.constantFrom(0, 90),
})

test('paging by cursor neither skips nor repeats an older message, whatever happens between two pages', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ scope, parameter, limit, older, between, noise }) => {
      const space = await aSpace(server, owner)
      const tag = await aTag(server, space)
      const place = { space, deviceId: (await aDevice(server, space, { tags: [tag] })).id }
      const other = await aDevice(server, space)
      const known = await insert(place, older)
      if (scope === 'tag') await insert({ space, deviceId: other.id }, Array(noise).fill(0))
      const search = new URLSearchParams({ limit: String(limit), after: '2026-01-01' })
      if (scope === 'device') search.set('device_id', place.deviceId)
      if (scope === 'tag') search.set('tag_id', tag.id)

      const read: string[] = []
      for (const { ages, drop } of [
        ...between,
        ...Array.from({ length: 200 }, () => ({ ages: [], drop: false })),
      ]) {
        const path = `/spaces/${space.id}/messages?${search}`
        const answer = await server.call('GET', path, { token: space.owner.token })
        const page = messagesApi.list.answer.parse(await answer.json()).map(({ id }) => id)
        if (page.length === 0) break
        read.push(...page)
        search.set(parameter, page.at(-1) ?? '')
        await insert(place, ages)
        if (drop) await server.db.$client.query('delete from message where id = $1', [page.at(-1)])
      }
      // Ids sort like their times.
      expect(read).toEqual([...new Set(read)].toSorted().toReversed())
      expect(read).toEqual(expect.arrayContaining(known))
    }),
    { numRuns: 20 },
  )
})
