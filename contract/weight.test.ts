import { expect, test } from 'vitest'
import { endpoints } from './api'
import { isHeavy } from './common'

/** Calls that read only a few index rows for each returned row, in a space of any size. */
const LIGHT = [
  '/admin/audit',
  '/admin/devices',
  '/admin/routines',
  '/admin/settings',
  '/admin/sim/{simId}',
  '/admin/spaces',
  '/admin/users/{userId}',
  '/auth/oauth2/providers',
  '/guest',
  '/profile',
  '/profile/authentications',
  '/profile/notices/count',
  '/profile/notifications',
  '/profile/password',
  '/profile/push',
  '/profile/refused-senders',
  '/profile/security',
  '/profile/sessions',
  '/spaces/{spaceId}',
  '/spaces/{spaceId}/alert-rules/test/{alertTestId}',
  '/spaces/{spaceId}/alert-rules/{alertRuleId}',
  '/spaces/{spaceId}/audit',
  '/spaces/{spaceId}/config-templates/{configTemplateId}',
  '/spaces/{spaceId}/connectors/{connectorId}',
  '/spaces/{spaceId}/views/{viewId}',
  '/spaces/{spaceId}/connectors/{connectorId}/deliveries',
  '/spaces/{spaceId}/connectors/{connectorId}/deliveries/{deliveryId}',
  '/spaces/{spaceId}/connectors/{connectorId}/operation',
  '/spaces/{spaceId}/connectors/{connectorId}/replays',
  '/spaces/{spaceId}/connectors/{connectorId}/replays/{replayId}',
  '/spaces/{spaceId}/connectors/{connectorId}/secret',
  '/devices',
  '/spaces/{spaceId}/devices',
  '/spaces/{spaceId}/devices/{deviceId}',
  '/spaces/{spaceId}/devices/{deviceId}/firmware',
  '/spaces/{spaceId}/devices/{deviceId}/replacements',
  '/spaces/{spaceId}/devices/{deviceId}/series',
  '/spaces/{spaceId}/devices/{deviceId}/series/marks',
  '/spaces/{spaceId}/devices/{deviceId}/sessions/{sessionId}',
  '/spaces/{spaceId}/guest-links',
  '/spaces/{spaceId}/keys/{keyId}',
  '/spaces/{spaceId}/keys/{keyId}/token',
  '/spaces/{spaceId}/messages',
  '/spaces/{spaceId}/messages/{messageId}',
  '/spaces/{spaceId}/messages/{messageId}/events',
  '/spaces/{spaceId}/mutes/{muteId}',
  '/spaces/{spaceId}/rollouts/{rolloutId}',
  '/spaces/{spaceId}/series/settings',
  '/spaces/{spaceId}/shifts/{shiftId}',
  '/spaces/{spaceId}/tags/{tagId}',
  '/spaces/{spaceId}/trash',
  '/spaces/{spaceId}/users/invitations',
  '/spaces/{spaceId}/users/{userId}',
  '/spaces/{spaceId}/variables',
  '/spaces/{spaceId}/variables/{variableId}',
]

test('a reading call without a query is heavy unless it is known to read little', () => {
  const light = endpoints
    .filter((endpoint) => endpoint.method === 'get')
    .filter((endpoint) => !isHeavy(endpoint, endpoint.query?.safeParse({}).data ?? {}, 0))
    .map(({ path }) => path)
  expect(light.toSorted()).toEqual(LIGHT.toSorted())
})

const list = endpoints.find(({ path }) => path === '/spaces/{spaceId}/messages')

test.each([
  [{ limit: 40 }, false],
  [{ limit: 100, offset: 1000 }, false],
  [{ limit: 101 }, true],
  [{ offset: 1001 }, true],
  [{ type: 'firmware' }, true],
  [{ comment: 'leak' }, true],
  [{ sort_by: 'name' }, true],
])('a page of %o is heavy: %s', (query, heavy) => {
  expect(isHeavy(list ?? {}, query, 0)).toBe(heavy)
})
