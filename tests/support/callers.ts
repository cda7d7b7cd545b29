import { and, eq } from 'drizzle-orm'
import { alertTestsApi } from '#contract/alerts'
import { OTHER_TYPE } from '#contract/deviceLog'
import { KEY_PERMISSIONS, type KeyPermission } from '#contract/permissions'
import {
  auditEntry,
  authSession,
  deviceNote,
  deviceSession,
  firmwareJob,
  identity,
  noteFile,
  passkey,
  pushBrowser,
  refusedSender,
  trash,
  variable,
} from '../../server/db/schema'
import type { Person } from '../../server/services/common/caller'
import { newId } from '../../server/services/common/ids'
import { anAlert, anAlertRule } from './alerts'
import {
  aConnector,
  aDevice,
  aKey,
  aMember,
  aMessage,
  aSpace,
  aTag,
  aUser,
  type Fillable,
  type TestSpace,
} from './builders'
import { aConfigTemplate } from './configuration'
import { aDelivery } from './deliveries'
import { aGuestLink } from './guests'
import { aMute } from './mutes'
import { aReplay } from './replays'
import { aRollout } from './rollouts'
import { aShift } from './shifts'
import { aView } from './views'

/** A system administrator, as services get them. */
export const A_PERSON: Person = {
  userId: newId(),
  email: 'admin@example.com',
  systemRole: 'admin',
  spaceId: null,
  spaceRole: null,
  ownPermissions: null,
  tagIds: null,
  endsAt: null,
  jti: newId(),
  confirmedAt: new Date(),
  method: 'password',
  provider: null,
  origin: {
    address: 'local',
    language: null,
    isFromHere: () => true,
    userAgent: null,
    batch: null,
    gone: new AbortController().signal,
  },
}

/** Creates a space with one of each record of the calls. All records with tags have `tag`, and none has `otherTag`. */
export async function aFilledSpace(server: Fillable) {
  const space = await aSpace(server)
  const [tag, otherTag, spareTag] = [
    await aTag(server, space),
    await aTag(server, space),
    await aTag(server, space),
  ]
  const device = await aDevice(server, space, { tags: [tag] })
  const at = server.deps.now()
  const jobId = newId(at)
  const variableId = newId(at)
  const ofDevice = { spaceId: space.id, deviceId: device.id }
  const downlink = { type: 'shell', direction: 'down', downState: 'pending', body: '["info show"]' } as const
  const messageId = await aMessage(server, device, downlink)
  await server.db.insert(deviceSession).values({ ...ofDevice, sessionId: 1, up: {} })
  await server.db
    .insert(firmwareJob)
    .values({ ...ofDevice, id: jobId, firmwareId: 'one', target: 'app', scheduledAt: at })
  await server.db.insert(variable).values({
    ...ofDevice,
    id: variableId,
    name: '12345678',
    value: '0A1B2C3D4E5F',
    environment: 'wmbus',
    updatedAt: at,
  })
  const member = await aMember(server, space, 'user')
  const passkeyId = `passkey-${member.id}`
  await server.db.insert(passkey).values({
    id: passkeyId,
    userId: member.id,
    name: 'A laptop',
    publicKey: Buffer.from(''),
    counter: 0,
    transports: [],
    isSynced: false,
  })
  const [ofMember] = await server.db
    .select({ jti: authSession.jti })
    .from(authSession)
    .where(eq(authSession.userId, member.id))
  const browserId = newId(at)
  await server.db.insert(pushBrowser).values({
    id: browserId,
    jti: ofMember?.jti ?? '',
    endpoint: `https://push.example/${browserId}`,
    p256dh: Buffer.from(''),
    auth: Buffer.from(''),
    confirmedAt: at,
  })
  const connector = await aConnector(server, space, { tags: [tag] })
  const replaying = await aConnector(server, space, { tags: [tag] })
  const waiting = await aConnector(server, space, { tags: [tag] })
  const [signIn] = await server.db
    .select({ id: authSession.jti })
    .from(authSession)
    .where(eq(authSession.userId, space.owner.id))
  const renamed = await server.call('PUT', `/spaces/${space.id}/tags/${spareTag.id}`, {
    body: { ...spareTag, name: 'renamed' },
    token: space.owner.token,
  })
  if (renamed.status !== 200) throw new Error(`${renamed.status} ${await renamed.text()}`)
  const [entry] = await server.db
    .select({ id: auditEntry.id })
    .from(auditEntry)
    .where(and(eq(auditEntry.spaceId, space.id), eq(auditEntry.action, 'tag.update')))
  const binned = await aTag(server, space)
  await server.call('DELETE', `/spaces/${space.id}/tags/${binned.id}`, { token: space.owner.token })
  const [thrown] = await server.db.select({ id: trash.id }).from(trash).where(eq(trash.recordId, binned.id))
  const authenticationId = newId(at)
  await server.db.insert(identity).values({
    id: authenticationId,
    userId: space.owner.id,
    provider: 'keycloak',
    identityId: authenticationId,
  })
  const refusalId = newId(at)
  await server.db.insert(refusedSender).values({ id: refusalId, userId: space.owner.id, senderId: member.id })
  const [noteId, fileId] = [newId(at), newId(at)]
  const noted = { spaceId: space.id, deviceId: device.id }
  await server.db
    .insert(deviceNote)
    .values({ ...noted, id: noteId, at, text: 'valve changed', by: space.owner.email })
  const content = Buffer.from('a protocol')
  await server.db.insert(noteFile).values({
    ...noted,
    noteId,
    id: fileId,
    name: 'protocol.txt',
    type: OTHER_TYPE,
    size: content.length,
    content,
  })
  const rule = await anAlertRule(server, space, { kind: 'tags', tag_ids: [tag.id] })
  const tested = await server.call('POST', `/spaces/${space.id}/alert-rules/test`, {
    token: space.owner.token,
    body: { rule_id: rule.id },
  })
  const ids = {
    ...ofDevice,
    alertRuleId: rule.id,
    /** A test notification by the owner of the space. */
    alertTestId: alertTestsApi.send.answer.parse(await tested.json()).id,
    alertId: await anAlert(server, rule, device.id),
    rolloutId: (await aRollout(server, space, { deviceIds: [device.id] })).id,
    /** Roll-outs that run, are paused, and can be taken back. */
    runningRolloutId: (await aRollout(server, space, { state: 'running' })).id,
    pausedRolloutId: (await aRollout(server, space, { state: 'paused' })).id,
    doneRolloutId: (await aRollout(server, space, { state: 'done', deviceIds: [device.id] })).id,
    shiftId: (await aShift(server, space)).id,
    muteId: (await aMute(server, space, { kind: 'tags', tag_ids: [tag.id] })).id,
    messageId,
    sessionId: '1',
    jobId,
    /** A note of the device, and its file. */
    noteId,
    fileId,
    variableId,
    /** A passkey of the member. */
    passkeyId,
    /** A browser of the member. */
    browserId,
    guestLinkId: (await aGuestLink(server, space, { kind: 'device', device_id: device.id, paths: [] })).id,
    configTemplateId: (await aConfigTemplate(server, space, { tags: [tag] })).id,
    viewId: (await aView(server, space)).id,
    connectorId: connector.id,
    deliveryId: await aDelivery(server, { space, connector, device }, { state: 'failed' }),
    /** Connectors with a running and with a paused replay. */
    replayingId: replaying.id,
    replayId: await aReplay(server, { space, connector: replaying }, { state: 'running', tagIds: [tag.id] }),
    waitingId: waiting.id,
    pausedReplayId: await aReplay(
      server,
      { space, connector: waiting },
      { state: 'paused', tagIds: [tag.id] },
    ),
    keyId: (await aKey(server, space, { tags: [tag] })).id,
    /** A member who makes no calls. */
    userId: member.id,
    invitedId: (await aMember(server, space, 'user', { invited: true })).listedId,
    tagId: spareTag.id,
    /** A linked identity of the owner of the space. */
    authenticationId,
    /** A sender whose invitations the owner of the space refuses. */
    refusalId,
    /** A sign-in of the owner of the space. */
    signInId: signIn?.id ?? '',
    /** An entry of the audit log that can be undone. */
    entryId: entry?.id ?? '',
    /** A tag in the trash, and its entry there. */
    binnedId: binned.id,
    trashId: thrown?.id ?? '',
  }
  return { space, ids, tag, otherTag }
}

export type FilledSpace = Awaited<ReturnType<typeof aFilledSpace>>

/** Credentials of a caller. */
interface Credentials {
  token?: string
  key?: string
}

type Find = (
  server: Fillable,
  filled: FilledSpace,
  needed: string | null,
  more?: readonly KeyPermission[],
) => Promise<Credentials>

const keyOf = async (server: Fillable, space: TestSpace, values: Parameters<typeof aKey>[2]) => ({
  key: (await aKey(server, space, values)).id,
})

const tokenOf = async (user: Promise<Credentials>): Promise<Credentials> => ({ token: (await user).token })

const isNot = (needed: string | null) => (one: KeyPermission) => one !== needed
const only = (needed: string | null, more: readonly KeyPermission[] = []) =>
  KEY_PERMISSIONS.filter((one) => one === needed || more.includes(one))
const ALL = [...KEY_PERMISSIONS]

/** All callers of the permission table. `needed` is the permission for the call, `more` are those for its body. */
export const CALLERS = {
  nobody: async () => ({}),
  stranger: (server) => tokenOf(aUser(server)),
  guest: (server, { space }) => tokenOf(aMember(server, space, 'user', { invited: true })),
  user: (server, { space }) => tokenOf(aMember(server, space, 'user')),
  admin: async (_, { space }) => ({ token: space.owner.token }),
  system: (server) => tokenOf(aUser(server, { systemRole: 'admin' })),
  key: (server, { space }, needed, more) => keyOf(server, space, { permissions: only(needed, more) }),
  lesser: (server, { space }, needed) => keyOf(server, space, { permissions: ALL.filter(isNot(needed)) }),
  tagged: (server, { space, tag }, needed, more) =>
    keyOf(server, space, { permissions: only(needed, more), tags: [tag] }),
  astray: (server, { space, otherTag }, needed, more) =>
    keyOf(server, space, { permissions: only(needed, more), tags: [otherTag] }),
  foreign: async (server) => keyOf(server, await aSpace(server), { permissions: ALL }),
  /** A key that was deleted. */
  deleted: async (server, { space }) => {
    const credentials = await keyOf(server, space, { permissions: ALL })
    await server.call('DELETE', `/spaces/${space.id}/keys/${credentials.key}`, { token: space.owner.token })
    return credentials
  },
} satisfies Record<string, Find>

export type CallerName = keyof typeof CALLERS
export const CALLER_NAMES = Object.keys(CALLERS).filter((name): name is CallerName => name in CALLERS)
