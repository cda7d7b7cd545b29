import { randomUUID } from 'node:crypto'
import type { Permission } from '#contract/permissions'
import { NO_SIM_PROVIDER } from '#contract/sims'
import { TAG_COLORS } from '#contract/tags'
import { aClaimToken, aSerialNumber, connectorInput, deviceInput } from './builders'
import type { CallerName, FilledSpace } from './callers'
import { A_CREDENTIAL } from './passkey'

type Answer = [status: number, sentence: string]

export const NOT_FOUND: Answer = [404, 'not found']
const DEAD_CODE: Answer = [409, 'the code is wrong, has expired or was used already']

/** What a call needs to be tried, and what its endpoint does not say of it. */
export interface Row {
  body?: (filled: FilledSpace) => object
  /** What the call must ask for. */
  query?: string
  /** The one of the endpoint's permissions that this call needs. */
  needs?: Permission
  /** Answer to a key that is limited to another tag than that of the thing; without it, it is as to other keys. */
  outside?: Answer
  /** Ids in the path that are not those of their names. */
  ids?: (ids: FilledSpace['ids']) => Record<string, string>
  /** Answers to callers for whom no permission says it. */
  answers?: Partial<Record<CallerName, Answer>>
  /** Status of the answer that anybody gets, for an empty body. */
  open?: number
  /** Each answer is another one. */
  varies?: true
}

const named = { body: () => ({ name: 'new-name' }) }
const colored = { body: () => ({ name: 'new-name', color: TAG_COLORS[0] }) }
const tagged = { body: ({ tag }: FilledSpace) => ({ name: 'new-name', tags: [tag] }) }
const connecting = { body: ({ tag }: FilledSpace) => connectorInput({ tags: [tag] }) }
const varied = { body: () => ({ name: '87654321', value: 'one', environment: 'wmbus' }) }
const person = { body: () => ({ email: `${randomUUID()}@example.com`, system_role: 'user' }) }
const ofInvited = { ids: ({ invitedId }: FilledSpace['ids']) => ({ userId: invitedId }) }
/** The answer to every key with tags. */
const toLimited = (sentence: string) => ({
  answers: {
    'a key limited to the tag': [403, sentence],
    'a key limited to another tag': [403, sentence],
  } satisfies Row['answers'],
})
const tagsStay = toLimited('forbidden: a key with tags cannot change or delete tags')
const hidden = { outside: NOT_FOUND }
const giving: Answer = [
  403,
  'forbidden: a key with tags can give only its own tags, and at least one of them',
]
/** The same answer to every person. */
const toPeople = (...answer: Answer) => ({
  answers: {
    'a stranger': answer,
    'an invited guest': answer,
    'a user of the space': answer,
    'an admin of the space': answer,
    'a system admin': answer,
  } satisfies Row['answers'],
})
/** The same answer to those who may do everything in the space. */
const toAdmins = (...answer: Answer) => ({
  answers: { 'an admin of the space': answer, 'a system admin': answer } satisfies Row['answers'],
})
/** The id of no space. */
const ELSEWHERE = '01890000-0000-7000-8000-000000000000'
const NO_SPACE: Answer = [404, 'space_id is not the id of a space that you can see']
/** A thing of the admin of the space, whoever else asks. */
const ofOwner = {
  answers: {
    'a stranger': NOT_FOUND,
    'an invited guest': NOT_FOUND,
    'a user of the space': NOT_FOUND,
    'a system admin': NOT_FOUND,
  } satisfies Row['answers'],
}
/** A SIM, on a server that has no provider of them. */
const ofNoProvider = {
  ids: () => ({ simId: '001010000000001' }),
  answers: { 'a system admin': [409, NO_SIM_PROVIDER] } satisfies Row['answers'],
}
export const SPACE = '/spaces/{spaceId}'
const DEVICE = `${SPACE}/devices/{deviceId}`
const CONNECTOR = `${SPACE}/connectors/{connectorId}`

/** Every call of the contract. */
export const ROWS: Record<string, Row> = {
  'post /auth/login': { open: 400 },
  'post /auth/logout': {},
  'post /auth/confirm': { body: ({ space }) => ({ password: space.owner.password }) },
  'get /auth/oauth2/providers': { open: 200 },
  'post /auth/oauth2/code': { open: 400 },
  'post /auth/setup': { open: 400 },
  'post /auth/passkeys/options': { open: 200, varies: true },
  'post /auth/passkeys/login': { open: 400 },
  'post /auth/recovery': { open: 400 },
  'post /registration/new': { open: 400 },
  'post /registration/complete': { open: 400 },
  'put /registration/verify': { open: 400 },
  'post /profile/password/forgot': { open: 400 },
  'put /profile/password/reset': { open: 400 },
  'post /devices/uplink': { open: 400 },
  'post /devices/uplinks': { open: 400 },
  'get /profile': {},
  'get /profile/password': {},
  'put /profile/password': {
    body: () => ({ current_password: 'a good password', password: 'a better password' }),
  },
  'put /profile': { body: () => ({ firstname: 'Eva', lastname: 'Malá' }) },
  'get /profile/authentications': {},
  'post /profile/authentications': {
    body: () => ({ provider: 'keycloak', code: 'made-up' }),
    ...toPeople(...DEAD_CODE),
  },
  'delete /profile/authentication/{authenticationId}': {
    ...ofOwner,
  },
  'get /profile/sessions': {},
  'delete /profile/sessions': {},
  'delete /profile/sessions/{sessionId}': {
    ids: ({ signInId }) => ({ sessionId: signInId }),
    ...ofOwner,
  },
  'post /profile/passkeys/options': {},
  'post /profile/passkeys': {
    body: () => ({ name: 'A laptop', credential: A_CREDENTIAL }),
    ...toPeople(409, 'adding the passkey took too long, try again'),
  },
  'put /profile/passkeys/{passkeyId}': { ...named, ...toPeople(...NOT_FOUND) },
  'delete /profile/passkeys/{passkeyId}': toPeople(...NOT_FOUND),

  'get /profile/security': {},
  'post /profile/authenticator': {},
  'put /profile/authenticator': {
    body: () => ({ code: '123456' }),
    ...toPeople(409, 'no authenticator app is being set up, begin again'),
  },
  'delete /profile/authenticator': {},
  'post /profile/recovery-codes': toPeople(409, 'recovery codes need a second factor, set one up first'),

  'get /admin/settings': {},
  'put /admin/settings': { body: () => ({ second_factor: 'optional' }) },

  'get /admin/users': {},
  'get /admin/users/count': {},
  'get /admin/users/{userId}': {},
  'put /admin/users/{userId}': person,
  'put /users/{userId}': person,
  'delete /users/{userId}': {},
  'get /admin/devices': {},
  'get /admin/devices/count': {},
  'get /admin/installation': {},
  'get /admin/sim/{simId}': ofNoProvider,
  'put /admin/sim/{simId}': ofNoProvider,
  'get /admin/spaces': {},

  'get /spaces': {},
  'post /spaces': named,
  [`get ${SPACE}`]: {},
  [`put ${SPACE}`]: named,
  [`delete ${SPACE}`]: {},
  [`put ${SPACE}/accept`]: { answers: { 'a stranger': NOT_FOUND, 'a system admin': NOT_FOUND } },

  [`get ${SPACE}/tags`]: {},
  [`get ${SPACE}/tags/usage`]: {},
  [`post ${SPACE}/tags`]: colored,
  [`get ${SPACE}/tags/{tagId}`]: {},
  [`put ${SPACE}/tags/{tagId}`]: { ...colored, ...tagsStay },
  [`delete ${SPACE}/tags/{tagId}`]: tagsStay,

  [`get ${SPACE}/keys`]: {},
  [`get ${SPACE}/keys/usage`]: {},
  [`post ${SPACE}/keys`]: { ...tagged, outside: giving },
  [`get ${SPACE}/keys/{keyId}`]: hidden,
  [`put ${SPACE}/keys/{keyId}`]: { ...tagged, ...hidden },
  [`delete ${SPACE}/keys/{keyId}`]: hidden,

  [`get ${SPACE}/users`]: {},
  [`get ${SPACE}/users/invitations`]: {},
  [`post ${SPACE}/users/invite`]: {
    body: () => ({ email: 'new@example.com', space_role: 'user' }),
    ...toLimited('forbidden: a key with tags cannot invite people, because people see every device'),
  },
  [`get ${SPACE}/users/{userId}`]: {},
  [`put ${SPACE}/users/{userId}`]: { body: () => ({ space_role: 'user' }) },
  [`delete ${SPACE}/users/{userId}`]: {},
  [`post ${SPACE}/users/{userId}/invitation`]: ofInvited,
  [`post ${SPACE}/users/{userId}/invitation/link`]: ofInvited,

  [`get ${SPACE}/variables`]: {},
  [`get ${SPACE}/variables/count`]: {},
  [`post ${SPACE}/variables`]: varied,
  [`get ${SPACE}/variables/{variableId}`]: {},
  [`put ${SPACE}/variables/{variableId}`]: varied,
  [`delete ${SPACE}/variables/{variableId}`]: {},

  [`get ${SPACE}/devices`]: {},
  [`get ${SPACE}/devices/count`]: {},
  [`get ${SPACE}/devices/search`]: { query: '?text=pump' },
  [`post ${SPACE}/devices`]: {
    body: ({ tag }) => deviceInput({ tags: [tag] }),
    outside: [400, 'tags must contain at least one tag of the key'],
  },
  [`get ${DEVICE}`]: hidden,
  [`put ${DEVICE}`]: { ...tagged, ...hidden },
  [`delete ${DEVICE}`]: hidden,
  [`get ${DEVICE}/move`]: { query: `?space_id=${ELSEWHERE}`, ...toAdmins(...NO_SPACE) },
  [`post ${DEVICE}/move`]: { body: () => ({ space_id: ELSEWHERE }), ...toAdmins(...NO_SPACE) },
  [`get ${DEVICE}/sessions/{sessionId}`]: hidden,
  [`post ${DEVICE}/replace`]: {
    body: () => ({ serial_number: aSerialNumber(), token: aClaimToken() }),
    ...hidden,
  },
  [`get ${DEVICE}/replacements`]: hidden,
  [`get ${DEVICE}/firmware`]: hidden,
  [`post ${DEVICE}/firmware`]: { body: () => ({ firmware: 'two', target: 'other' }), ...hidden },
  [`delete ${DEVICE}/firmware/{jobId}`]: hidden,
  [`post ${DEVICE}/configs`]: { body: () => ['app config show'], ...hidden },
  [`post ${DEVICE}/commands`]: { body: () => ['info show'], ...hidden },
  [`post ${DEVICE}/downlinks`]: { body: () => ({ relay: true }), ...hidden },

  [`get ${SPACE}/messages`]: {},
  [`get ${SPACE}/messages/count`]: {},
  [`post ${SPACE}/messages`]: {
    body: ({ ids }) => ({ device_id: ids.deviceId, type: 'shell', body: ['info show'] }),
    needs: 'space:device:shell:create',
    ...hidden,
  },
  [`get ${SPACE}/messages/{messageId}`]: hidden,
  [`get ${SPACE}/messages/{messageId}/events`]: hidden,
  [`put ${SPACE}/messages/{messageId}`]: {
    body: () => ({ down_state: 'cancelled' }),
    needs: 'space:device:shell:delete',
    ...hidden,
  },

  [`get ${SPACE}/connectors`]: {},
  [`post ${SPACE}/connectors`]: { ...connecting, outside: giving },
  [`get ${CONNECTOR}`]: hidden,
  [`put ${CONNECTOR}`]: { ...connecting, ...hidden },
  [`delete ${CONNECTOR}`]: hidden,
  [`get ${CONNECTOR}/statistics`]: hidden,
  [`get ${CONNECTOR}/secret`]: hidden,
  [`post ${CONNECTOR}/secret`]: hidden,
  [`get ${CONNECTOR}/deliveries`]: hidden,
  [`get ${CONNECTOR}/deliveries/count`]: hidden,
  [`post ${CONNECTOR}/deliveries/retry`]: { body: () => ({}), ...hidden },
  [`get ${CONNECTOR}/deliveries/{deliveryId}`]: hidden,
  [`post ${CONNECTOR}/deliveries/{deliveryId}/retry`]: hidden,

  'get /admin/audit': {},
  'get /admin/audit/count': {},
  [`get ${SPACE}/audit`]: {},
  [`get ${SPACE}/audit/count`]: {},
  [`post ${SPACE}/audit/{entryId}/undo`]: {},
}
