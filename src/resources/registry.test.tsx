import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract'
import type { Endpoint } from '#contract/common'
import { isPublished } from '../../tests/support/published'
import { laterEndpoints } from '../dataProvider/laterEndpoints'
import { registry } from './registry'

const groups: Record<string, { list: Endpoint }> = laterEndpoints

/** Lists that are part of other pages. */
const WITHOUT_PAGES = new Set(['deliveries', 'rolloutDevices', 'spaceAudit', 'views'])

/** Calls that the console never makes: of programs, and of devices. */
const OF_PROGRAMS = new Set(['POST /auth/space', 'GET /devices', 'POST /devices', 'POST /messages'])

test('a call without a capability is one that every server has', () => {
  const own = endpoints
    .filter(({ capability }) => capability === undefined)
    .map(({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, 'x')}`)
  expect(own.filter((call) => !isPublished(call) && !OF_PROGRAMS.has(call))).toEqual([])
})

describe.each(Object.entries(groups))('%s', (name, { list }) => {
  const definition = registry.find((one) => one.name === name)

  test('have pages', () => {
    expect(definition !== undefined || WITHOUT_PAGES.has(name)).toBe(true)
  })

  test.skipIf(!definition)('are offered where the server can list them', () => {
    expect(definition?.capability).toBe(list.capability)
  })
})
