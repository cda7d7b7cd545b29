import { randomUUID } from 'node:crypto'
import type { Endpoint } from '#contract/common'
import { HOUR } from '#contract/common/durations'
import type { KeyPermission } from '#contract/permissions'
import { NO_SIM_PROVIDER } from '#contract/sims'
import { TAG_COLORS } from '#contract/tags'
import { aClaimToken, aSerialNumber, connectorInput, deviceInput, type Fillable } from './builders'
import type { FilledSpace } from './callers'
import { CLIENT } from './certificates'
import { templateInput } from './configuration'
import { A_CREDENTIAL } from './passkey'
import { viewInput } from './views'

type Answer = [status: number, sentence: string]

/** Requirements of a call, and answers that its line in the permission table does not have. */
export interface Row {
  body?: (filled: FilledSpace) => object
  /** Required query; ids are replaced as in the path. */
  query?: string
  /** Ids in the path that differ from those of their names. */
  ids?: (ids: FilledSpace['ids']) => Record<string, string>
  /** Answer to callers with the permission, when it is not a success. */
  allowed?: Answer
  /** Additional permissions for the body. */
  more?: readonly KeyPermission[]
  /** Refusal of any key with tags. */
  limited?: string
  /** Refusal of a key that is limited to another tag than that of the record. */
  outside?: string
  /** The permission that a person lacks, when it is not that of the line. */
  needs?: KeyPermission
  /** The same for a key of another space, when a call uses the space of the key. */
  foreign?: string
  /** The call cannot be repeated: it needs new records and callers. */
  once?: true
  /** Status of the answer to anybody with an empty body. */
  open?: number
  /** Answers differ each time. */
  varies?: true
}

/** A new name for each call, because some names are unique. */
const newName = () => `name-${randomUUID()}`
const named = { body: () => ({ name: newName() }) }
const colored = { body: () => ({ name: newName(), color: TAG_COLORS[0] }) }
const tagged = { body: ({ tag }: FilledSpace) => ({ name: newName(), tags: [tag] }) }
const connecting = { body: ({ tag }: FilledSpace) => connectorInput({ tags: [tag] }) }
const templated = { body: ({ tag }: FilledSpace) => templateInput({ tags: [tag] }) }
const varied = { body: () => ({ name: aSerialNumber().slice(0, 8), value: 'one', environment: 'wmbus' }) }
const person = { body: () => ({ email: `${randomUUID()}@example.com`, system_role: 'user' }) }
const ofInvited = { ids: ({ invitedId }: FilledSpace['ids']) => ({ userId: invitedId }) }
const once = { once: true } as const
const claimed = {
  body: ({ tag }: FilledSpace) => deviceInput({ tags: [tag] }),
  outside: 'tags must contain at least one of your tags',
}
const sentTo = {
  body: ({ ids }: FilledSpace) => ({ device_id: ids.deviceId, type: 'shell', body: ['info show'] }),
}
const ofReplaying = { ids: ({ replayingId }: FilledSpace['ids']) => ({ connectorId: replayingId }) }
const ofPausedReplay = {
  ids: ({ waitingId, pausedReplayId }: FilledSpace['ids']) => ({
    connectorId: waitingId,
    replayId: pausedReplayId,
  }),
}
const tagsStay = { limited: 'forbidden: a caller with tags cannot change or delete tags' }
const ownTags = {
  outside: 'forbidden: a caller with tags can give only their own tags, and at least one of them',
}
const judged = {
  body: ({ tag }: FilledSpace) => ({
    name: newName(),
    condition: { kind: 'above', path: 'level', limit: 1 },
    scope: { kind: 'tags', tag_ids: [tag.id] },
  }),
}
const ownRules = { outside: 'forbidden: a caller with tags can have only rules for their own tags' }
const muted = {
  body: ({ tag }: FilledSpace) => ({
    name: newName(),
    scope: { kind: 'tags', tag_ids: [tag.id] },
    ends_at: new Date(Date.now() + HOUR),
  }),
}
const ownMutes = { outside: 'forbidden: a caller with tags can have only mutes for their own tags' }
const onDuty = {
  body: ({ space }: FilledSpace) => ({
    name: newName(),
    timezone: 'Europe/Prague',
    starts_on: '2026-01-05',
    entries: [{ from: '08:00', to: '16:00', user_ids: [space.owner.id] }],
  }),
}
const shiftsStay = { limited: 'forbidden: a caller with tags cannot change shifts' }
/** A roll-out changes devices, so that it needs the permission for that as well. */
const changing = { more: ['space:device:update'] } as const
const ordering = {
  body: ({ ids }: FilledSpace) => ({
    name: newName(),
    order: { kind: 'records', set_labels: { site: 'north' } },
    scope: { kind: 'devices', device_ids: [ids.deviceId] },
  }),
  limited: 'forbidden: a caller with tags cannot make or change roll-outs',
  ...changing,
}
/** Whoever reads views has personal ones; a shared one needs more. */
const sharing = (needs: KeyPermission) => ({
  needs,
  more: [needs],
  limited: 'forbidden: a caller with tags cannot change shared views',
})
const withoutTags = { limited: 'not found' }
const ofRollout = (name: 'runningRolloutId' | 'pausedRolloutId' | 'doneRolloutId') => ({
  ids: (ids: FilledSpace['ids']) => ({ rolloutId: ids[name] }),
  ...withoutTags,
})
/** Id of a space that does not exist. */
const ELSEWHERE = '01890000-0000-7000-8000-000000000000'
const toNoSpace: Row = { allowed: [404, 'space_id is not the id of a space that you can see'] }
/** A SIM, on a server that has no provider of them. */
const NO_BACKUPS = 'the server makes no backups: set BACKUP_DIR or BACKUP_S3_URL'
const ofNoProvider: Row = { ids: () => ({ simId: '001010000000001' }), allowed: [409, NO_SIM_PROVIDER] }
export const SPACE = '/spaces/{spaceId}'
const DEVICE = `${SPACE}/devices/{deviceId}`
const CONNECTOR = `${SPACE}/connectors/{connectorId}`

/** Every call of the contract. */
export const ROWS: Record<string, Row> = {
  'post /auth/login': { open: 400 },
  'post /auth/logout': once,
  'post /auth/confirm': { body: ({ space }) => ({ password: space.owner.password }) },
  'get /auth/oauth2/providers': { open: 200 },
  'post /auth/oauth2/code': { open: 400 },
  'post /auth/setup': { open: 400 },
  'post /auth/setup/check': { open: 400 },
  'post /auth/passkeys/options': { open: 200, varies: true },
  'post /auth/passkeys/login': { open: 400 },
  'post /auth/recovery': { open: 400 },
  'post /registration/new': { open: 400 },
  'post /registration/complete': { open: 400 },
  'post /registration/invitation': { open: 400 },
  'post /registration/refuse': { open: 400 },
  'put /registration/verify': { open: 400 },
  'post /profile/password/forgot': { open: 400 },
  'put /profile/password/reset': { open: 400 },
  'post /profile/password/reset/check': { open: 400 },
  'post /devices/uplink': { open: 400 },
  'post /devices/uplinks': { open: 400 },
  'get /profile': {},
  'put /profile/locale': { body: () => ({ language: 'cs', timezone: 'Europe/Prague' }) },
  'get /profile/password': {},
  'put /profile/password': {
    body: () => ({ current_password: 'a good password', password: 'a better password' }),
    ...once,
  },
  'put /profile': { body: () => ({ firstname: 'Eva', lastname: 'Malá' }) },
  'get /profile/authentications': {},
  'post /profile/authentications': {
    body: () => ({ provider: 'keycloak', code: 'made-up' }),
    allowed: [409, 'the code is wrong, has expired or was used already'],
  },
  'delete /profile/authentication/{authenticationId}': once,
  'get /profile/refused-senders': {},
  'delete /profile/refused-senders/{refusalId}': once,
  'get /profile/sessions': {},
  'delete /profile/sessions': once,
  'delete /profile/sessions/{sessionId}': {
    ids: ({ signInId }) => ({ sessionId: signInId }),
    ...once,
  },
  'get /profile/notices': {},
  'get /profile/notices/count': {},
  'post /profile/notices/read': { body: () => ({ ids: null }) },
  'get /profile/push': {},
  'post /profile/push': {
    body: () => ({
      endpoint: `https://push.example/${randomUUID()}`,
      keys: {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
    }),
  },
  'post /profile/push/confirm': { open: 400 },
  'delete /profile/push/{browserId}': {},
  'post /profile/passkeys/options': {},
  'post /profile/passkeys': {
    body: () => ({ name: 'A laptop', credential: A_CREDENTIAL }),
    allowed: [409, 'adding the passkey took too long, try again'],
  },
  'put /profile/passkeys/{passkeyId}': named,
  'delete /profile/passkeys/{passkeyId}': {},

  'get /profile/notifications': {},
  'put /profile/notifications': { body: () => ({ quiet_from: '22:00', quiet_to: '07:00' }) },
  'get /profile/security': {},
  'post /profile/authenticator': once,
  'put /profile/authenticator': {
    body: () => ({ code: '123456' }),
    allowed: [409, 'no authenticator app is being set up, begin again'],
  },
  'delete /profile/authenticator': {},
  'post /profile/recovery-codes': {
    allowed: [409, 'recovery codes need a second factor, set one up first'],
  },

  'get /admin/settings': {},
  'put /admin/settings': { body: () => ({ second_factor: 'optional' }) },

  'get /admin/users': {},
  'get /admin/users/count': {},
  'get /admin/users/{userId}': {},
  'put /admin/users/{userId}': person,
  'put /users/{userId}': person,
  'delete /users/{userId}': once,
  'get /admin/devices': {},
  'get /admin/devices/count': {},
  'get /admin/installation': {},
  'get /admin/routines': {},
  'post /admin/routines/{routine}': { ids: () => ({ routine: 'backup' }), allowed: [409, NO_BACKUPS] },
  'get /admin/backups': { allowed: [409, NO_BACKUPS] },
  'post /admin/mail/test': { allowed: [409, 'there is no mail server: set SMTP_URL and MAIL_FROM'] },
  'get /admin/overview': {},
  'get /admin/sim/{simId}': ofNoProvider,
  'put /admin/sim/{simId}': ofNoProvider,
  'get /admin/spaces': {},

  'get /spaces': {},
  'post /spaces': named,
  [`get ${SPACE}`]: {},
  [`put ${SPACE}`]: named,
  [`delete ${SPACE}`]: once,
  [`put ${SPACE}/accept`]: once,
  [`put ${SPACE}/refuse`]: once,

  'post /auth/space': { body: ({ ids }) => ({ space_id: ids.spaceId }), varies: true },
  'get /devices': {},
  'post /devices': { ...claimed, foreign: 'tags must be tags of this space' },
  'post /messages': sentTo,

  [`get ${SPACE}/tags`]: {},
  [`get ${SPACE}/tags/usage`]: {},
  [`post ${SPACE}/tags`]: colored,
  [`get ${SPACE}/tags/{tagId}`]: {},
  [`put ${SPACE}/tags/{tagId}`]: { ...colored, ...tagsStay },
  [`delete ${SPACE}/tags/{tagId}`]: { ...tagsStay, ...once },

  [`get ${SPACE}/keys`]: {},
  [`get ${SPACE}/keys/usage`]: {},
  [`post ${SPACE}/keys`]: { ...tagged, ...ownTags },
  [`get ${SPACE}/keys/{keyId}`]: {},
  [`put ${SPACE}/keys/{keyId}`]: tagged,
  [`get ${SPACE}/keys/{keyId}/token`]: {},
  [`post ${SPACE}/keys/{keyId}/rotate`]: once,
  [`post ${SPACE}/keys/{keyId}/duplicate`]: {
    body: () => ({ name: newName(), previous_ends_at: new Date(Date.now() + HOUR) }),
    ...once,
  },
  [`delete ${SPACE}/keys/{keyId}`]: once,

  [`get ${SPACE}/guest-links`]: {},
  [`post ${SPACE}/guest-links`]: {
    body: ({ ids }) => ({ shows: { kind: 'device', device_id: ids.deviceId, paths: [] } }),
  },
  [`delete ${SPACE}/guest-links/{guestLinkId}`]: once,
  'get /guest': { open: 404 },
  'get /guest/points': { open: 404 },

  [`get ${SPACE}/users`]: {},
  [`get ${SPACE}/users/invitations`]: {},
  [`post ${SPACE}/users/invite`]: {
    body: ({ tag }) => ({ email: `${randomUUID()}@example.com`, space_role: 'user', tags: [tag] }),
    ...ownTags,
  },
  [`get ${SPACE}/users/{userId}`]: {},
  [`put ${SPACE}/users/{userId}`]: { body: () => ({ space_role: 'user' }) },
  [`delete ${SPACE}/users/{userId}`]: once,
  [`post ${SPACE}/users/{userId}/invitation`]: ofInvited,
  [`post ${SPACE}/users/{userId}/invitation/link`]: ofInvited,

  [`get ${SPACE}/variables`]: {},
  [`get ${SPACE}/variables/count`]: {},
  [`post ${SPACE}/variables`]: {
    body: ({ ids }) => ({ ...varied.body(), device_id: ids.deviceId }),
    outside: 'device_id is not the id of a device in this space',
  },
  [`get ${SPACE}/variables/{variableId}`]: {},
  [`put ${SPACE}/variables/{variableId}`]: varied,
  [`delete ${SPACE}/variables/{variableId}`]: once,
  [`post ${SPACE}/variables/{variableId}/lock`]: once,
  [`post ${SPACE}/variables/{variableId}/unlock`]: {},

  [`get ${SPACE}/devices`]: {},
  [`get ${SPACE}/devices/count`]: {},
  [`get ${SPACE}/devices/search`]: { query: '?text=pump' },
  [`post ${SPACE}/devices`]: claimed,
  [`get ${DEVICE}`]: {},
  [`put ${DEVICE}`]: tagged,
  [`delete ${DEVICE}`]: once,
  [`get ${DEVICE}/move`]: { query: `?space_id=${ELSEWHERE}`, ...toNoSpace },
  [`post ${DEVICE}/move`]: { body: () => ({ space_id: ELSEWHERE }), ...toNoSpace },
  [`get ${DEVICE}/sessions/{sessionId}`]: {},
  [`post ${DEVICE}/replace`]: {
    body: () => ({ serial_number: aSerialNumber(), token: aClaimToken() }),
  },
  [`get ${DEVICE}/replacements`]: {},
  [`get ${DEVICE}/log`]: {},
  [`post ${DEVICE}/support-bundle`]: { varies: true },
  [`post ${DEVICE}/notes`]: { body: () => ({ text: 'valve changed' }) },
  [`delete ${DEVICE}/notes/{noteId}`]: once,
  [`put ${DEVICE}/notes/{noteId}/files/{fileId}`]: {
    query: '?name=valve.txt',
    ids: () => ({ fileId: randomUUID() }),
    body: () => Buffer.from('a protocol'),
    ...once,
  },
  [`get ${DEVICE}/notes/{noteId}/files/{fileId}`]: {},
  [`get ${DEVICE}/configuration`]: {},
  [`put ${DEVICE}/configuration`]: { body: () => ({ wished: { 'app config interval-report': '900' } }) },
  [`get ${DEVICE}/firmware`]: {},
  [`post ${DEVICE}/firmware`]: { body: () => ({ firmware: 'two', target: 'other' }) },
  [`delete ${DEVICE}/firmware/{jobId}`]: once,
  [`post ${DEVICE}/configs`]: { body: () => ['app config show'] },
  [`post ${DEVICE}/commands`]: { body: () => ['info show'] },
  [`post ${DEVICE}/downlinks`]: { body: () => ({ relay: true }) },

  [`get ${SPACE}/messages`]: {},
  [`get ${SPACE}/messages/count`]: {},
  [`get ${SPACE}/messages/search`]: { query: '?text=level' },
  [`post ${SPACE}/messages`]: sentTo,
  [`get ${SPACE}/messages/{messageId}`]: {},
  [`get ${SPACE}/messages/{messageId}/events`]: {},
  [`get ${DEVICE}/series`]: {},
  [`get ${DEVICE}/series/marks`]: { query: '?after=2026-01-01&before=2026-02-01' },
  [`get ${DEVICE}/series/message`]: { query: '?path=level&at=2026-01-01' },
  [`get ${SPACE}/series/points/export`]: {
    query: '?device_id={deviceId}&path=level&after=2026-01-01&before=2026-02-01',
    outside: 'device_id is the id of no device in this space',
  },
  [`get ${SPACE}/series`]: {},
  [`get ${SPACE}/series/latest`]: { query: '?device_id={deviceId}&path=level' },
  [`get ${SPACE}/series/points`]: {
    query: '?device_id={deviceId}&path=level&after=2026-01-01&before=2026-02-01',
    outside: 'device_id is the id of no device in this space',
  },
  [`get ${SPACE}/series/settings`]: {},
  [`put ${SPACE}/series/settings`]: {
    body: () => ({ series: [{ path: 'level', label: 'Level' }] }),
    limited:
      'forbidden: a caller with tags cannot change how values are shown, because that is for all devices',
  },
  [`put ${SPACE}/messages/{messageId}`]: { body: () => ({ down_state: 'cancelled' }), ...once },
  [`post ${SPACE}/messages/cancel`]: { body: ({ ids }) => ({ ids: [ids.messageId] }), ...once },

  [`get ${SPACE}/overview`]: {},
  [`get ${SPACE}/attention`]: {},
  [`post ${SPACE}/attention/snooze`]: {
    body: ({ ids }) => ({
      kind: 'silent',
      subject_id: ids.deviceId,
      until: new Date(Date.now() + HOUR),
    }),
  },
  [`get ${SPACE}/alert-rules`]: {},
  [`post ${SPACE}/alert-rules`]: { ...judged, ...ownRules },
  [`post ${SPACE}/alert-rules/try`]: {
    ...judged,
    ...ownRules,
    more: ['space:device:read', 'space:message:series:read'],
    varies: true,
  },
  [`post ${SPACE}/alert-rules/test`]: {
    body: ({ ids }) => ({ rule_id: ids.alertRuleId, notify: { roles: ['user'], user_ids: [] } }),
    outside: 'rule_id is not a rule of this space',
    varies: true,
  },
  [`get ${SPACE}/alert-rules/test/{alertTestId}`]: {},
  [`get ${SPACE}/alert-rules/{alertRuleId}`]: {},
  [`put ${SPACE}/alert-rules/{alertRuleId}`]: judged,
  [`delete ${SPACE}/alert-rules/{alertRuleId}`]: once,
  [`get ${SPACE}/alerts`]: {},
  [`get ${SPACE}/alerts/{alertId}`]: {},
  [`post ${SPACE}/alerts/{alertId}/acknowledge`]: { body: () => ({ note: 'on my way' }) },
  [`post ${SPACE}/alerts/{alertId}/notes`]: { body: () => ({ note: 'on my way' }) },
  [`get ${SPACE}/rollouts`]: {},
  [`post ${SPACE}/rollouts`]: ordering,
  [`post ${SPACE}/rollouts/try`]: ordering,
  [`get ${SPACE}/rollouts/{rolloutId}`]: withoutTags,
  [`put ${SPACE}/rollouts/{rolloutId}`]: { ...named, ...withoutTags },
  [`delete ${SPACE}/rollouts/{rolloutId}`]: { ...once, ...withoutTags },
  [`get ${SPACE}/rollouts/{rolloutId}/devices`]: withoutTags,
  [`post ${SPACE}/rollouts/{rolloutId}/start`]: { ...once, ...withoutTags, ...changing },
  [`post ${SPACE}/rollouts/{rolloutId}/pause`]: { ...ofRollout('runningRolloutId'), ...changing },
  [`post ${SPACE}/rollouts/{rolloutId}/resume`]: { ...ofRollout('pausedRolloutId'), ...changing },
  [`post ${SPACE}/rollouts/{rolloutId}/next`]: { ...ofRollout('runningRolloutId'), ...once, ...changing },
  [`post ${SPACE}/rollouts/{rolloutId}/stop`]: { ...ofRollout('runningRolloutId'), ...once, ...changing },
  [`post ${SPACE}/rollouts/{rolloutId}/rollback`]: { ...ofRollout('doneRolloutId'), ...once, ...changing },
  [`get ${SPACE}/firmware`]: {},
  [`get ${SPACE}/mutes`]: {},
  [`post ${SPACE}/mutes`]: { ...muted, ...ownMutes },
  [`get ${SPACE}/mutes/{muteId}`]: {},
  [`put ${SPACE}/mutes/{muteId}`]: muted,
  [`delete ${SPACE}/mutes/{muteId}`]: once,
  [`get ${SPACE}/shifts`]: {},
  [`post ${SPACE}/shifts`]: { ...onDuty, ...shiftsStay },
  [`get ${SPACE}/shifts/{shiftId}`]: {},
  [`put ${SPACE}/shifts/{shiftId}`]: { ...onDuty, ...shiftsStay },
  [`delete ${SPACE}/shifts/{shiftId}`]: { ...shiftsStay, ...once },

  [`get ${SPACE}/config-templates`]: {},
  [`post ${SPACE}/config-templates`]: { ...templated, ...ownTags },
  [`get ${SPACE}/config-templates/{configTemplateId}`]: {},
  [`put ${SPACE}/config-templates/{configTemplateId}`]: templated,
  [`delete ${SPACE}/config-templates/{configTemplateId}`]: once,

  [`get ${SPACE}/views`]: {},
  [`post ${SPACE}/views`]: { body: () => viewInput(), ...sharing('space:view:create') },
  [`get ${SPACE}/views/{viewId}`]: {},
  [`put ${SPACE}/views/{viewId}`]: { ...named, ...sharing('space:view:update') },
  [`delete ${SPACE}/views/{viewId}`]: { ...once, ...sharing('space:view:delete') },

  [`get ${SPACE}/connectors`]: {},
  [`get ${SPACE}/connectors/outcomes`]: {},
  [`post ${SPACE}/connectors`]: { ...connecting, ...ownTags },
  [`get ${CONNECTOR}`]: {},
  [`put ${CONNECTOR}`]: connecting,
  [`delete ${CONNECTOR}`]: once,
  [`get ${CONNECTOR}/statistics`]: {},
  [`get ${CONNECTOR}/operation`]: {},
  [`post ${CONNECTOR}/pause`]: { body: () => ({}) },
  [`post ${CONNECTOR}/resume`]: { body: () => ({ backlog: 'deliver' }) },
  [`post ${CONNECTOR}/test`]: {
    body: ({ ids }) => ({ message_id: ids.messageId }),
    more: ['space:message:read'],
  },
  [`put ${CONNECTOR}/certificate`]: { body: () => CLIENT },
  [`delete ${CONNECTOR}/certificate`]: {},
  [`get ${CONNECTOR}/secret`]: {},
  [`post ${CONNECTOR}/secret`]: { body: () => ({ overlap_hours: 24 }) },
  [`delete ${CONNECTOR}/secret/previous`]: {},
  [`get ${CONNECTOR}/replays`]: {},
  [`post ${CONNECTOR}/replays`]: {
    ...once,
    more: ['space:message:read'],
    body: () => ({ after: new Date(Date.now() - HOUR), before: new Date() }),
  },
  [`get ${CONNECTOR}/replays/{replayId}`]: ofReplaying,
  [`post ${CONNECTOR}/replays/{replayId}/pause`]: { ...once, ...ofReplaying },
  [`post ${CONNECTOR}/replays/{replayId}/resume`]: { ...once, ...ofPausedReplay },
  [`post ${CONNECTOR}/replays/{replayId}/stop`]: { ...once, ...ofReplaying },
  [`get ${CONNECTOR}/deliveries`]: {},
  [`get ${CONNECTOR}/deliveries/count`]: {},
  [`post ${CONNECTOR}/deliveries/retry`]: { body: () => ({}) },
  [`post ${CONNECTOR}/deliveries/send`]: { body: () => ({}) },
  [`get ${CONNECTOR}/deliveries/{deliveryId}`]: {},
  [`post ${CONNECTOR}/deliveries/{deliveryId}/retry`]: once,

  'get /admin/audit': {},
  'get /admin/audit/count': {},
  [`get ${SPACE}/audit`]: {},
  [`get ${SPACE}/audit/count`]: {},
  [`get ${CONNECTOR}/versions`]: {},
  [`post ${SPACE}/audit/{entryId}/undo`]: once,
  [`get ${SPACE}/trash`]: {},
  [`get ${SPACE}/trash/count`]: {},
  [`post ${SPACE}/trash`]: { body: ({ ids }) => ({ resource: 'tag', ids: [ids.tagId] }), ...once },
  [`post ${SPACE}/trash/effects`]: { body: ({ ids }) => ({ resource: 'tag', ids: [ids.tagId] }) },
  [`post ${SPACE}/trash/restore`]: { body: ({ ids }) => ({ ids: [ids.trashId] }), ...once },
  [`post ${SPACE}/trash/empty`]: { body: ({ ids }) => ({ ids: [ids.trashId] }), ...once },
}

/** Makes a call of the contract about the records of a space, by its row. */
export async function makeCall(
  server: Pick<Fillable, 'call'>,
  { method, path, body: takesBody, takesFile }: Endpoint,
  filled: FilledSpace,
  who: { token?: string; key?: string },
) {
  const { body, ids, query = '' } = ROWS[`${method} ${path}`] ?? {}
  const named: Record<string, string> = { ...filled.ids, ...ids?.(filled.ids) }
  const at = (path + query).replaceAll(/\{(\w+)\}/g, (_, name: string) => named[name] ?? '')
  const answer = await server.call(method.toUpperCase(), at, {
    ...who,
    body: (takesBody ?? takesFile) && (body?.(filled) ?? {}),
  })
  return { status: answer.status, text: await answer.text() }
}
