import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { aConnector } from '../support/builders'
import { aDelivery } from '../support/deliveries'
import { aRoute, deliveryCalls, type OwnRoute } from '../support/deliveryCalls'
import { serve } from '../support/serve'

const NOW = Date.parse('2026-11-21T08:20:00.000Z')
const ago = (minutes: number) => new Date(NOW - minutes * 60_000)

const server = await serve({ now: () => new Date(NOW) })
let route: OwnRoute
beforeEach(async () => {
  route = await aRoute(server)
})
const { ids } = deliveryCalls(server, () => route)

test('paging neither skips nor repeats an older delivery, whatever happens between two pages', async () => {
  const minutes = fc.integer({ min: 0, max: 3 })
  const cases = fc.record({
    limit: fc.integer({ min: 1, max: 4 }),
    older: fc.array(minutes, { minLength: 1, maxLength: 12 }),
    /** Events after each page. */
    between: fc.array(fc.array(minutes, { maxLength: 3 }), { maxLength: 6 }),
  })
  await fc.assert(
    fc.asyncProperty(cases, async ({ limit, older, between }) => {
      route = { ...route, connector: await aConnector(server, route.space) }
      const add = async (ages: number[]) =>
        Promise.all(ages.map(async (age) => aDelivery(server, route, { at: ago(age), tries: [] })))
      const wanted = await add(older)
      const read: string[] = []
      const later = between.values()
      const query: Record<string, string> = { limit: String(limit) }
      for (let page = await ids(query); page.length > 0; page = await ids(query)) {
        read.push(...page)
        query.cursor = page.at(-1) ?? ''
        await add(later.next().value ?? [])
      }
      expect(read).toEqual([...new Set(read)].toSorted().toReversed())
      expect(read).toEqual(expect.arrayContaining(wanted))
    }),
    { numRuns: 15 },
  )
})
