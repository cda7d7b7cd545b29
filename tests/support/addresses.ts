import { anAlert, anAlertRule } from './alerts'
import {
  aConnector,
  aDevice,
  aKey,
  aTag,
  aVariable,
  type Fillable,
  messagesOf,
  type TestSpace,
} from './builders'
import { aConfigTemplate } from './configuration'
import { aGuestLink } from './guests'
import { invite } from './invitations'
import { aMute } from './mutes'
import { aRollout } from './rollouts'
import { aShift } from './shifts'
import { aView } from './views'

/** Every address of the console for signed-in people, each with data. */
export async function addressesOf(server: Fillable, space: TestSpace): Promise<string[]> {
  const tags = [await aTag(server, space, 'outdoor')]
  const [tag] = tags
  const device = await aDevice(server, space, { tags, label: { site: 'Brno' } })
  const connector = await aConnector(server, space, { tags })
  const [first = '', second = ''] = await messagesOf(server, device, [
    { temperature: 21 },
    { temperature: 22 },
  ])
  const key = await aKey(server, space, {
    name: 'a-key',
    tags,
    permissions: ['space:device:read', 'space:device:shell:create'],
  })
  const variable = await aVariable(server, space, { name: 'meter-1', device_id: device.id })
  const rule = await anAlertRule(server, space)
  const alert = await anAlert(server, rule, device.id)
  const mute = await aMute(server, space)
  const shift = await aShift(server, space)
  const rollout = await aRollout(server, space)
  const started = await aRollout(server, space, { state: 'running', deviceIds: [device.id] })
  const template = await aConfigTemplate(server, space, { tags })
  await aGuestLink(server, space, {
    kind: 'history',
    device_id: device.id,
    paths: ['temperature'],
    hours: 24,
  })
  const view = await aView(server, space, { sort: 'name', order: 'ASC', columns: ['name', 'tags'] })
  const guest = await invite(server, space, `guest-${space.name}@example.com`)
  const at = `/space/${space.id}`
  const recordsOf = (name: string, id: string) => [
    `${at}/${name}`,
    `${at}/${name}?create=true`,
    `${at}/${name}/${id}`,
    `${at}/${name}/${id}?edit=true`,
  ]
  return [
    '/spaces',
    '/spaces?create=true',
    at,
    `${at}?edit=true`,
    `${at}/overview`,
    `${at}/overview?kiosk`,
    ...recordsOf('devices', device.id),
    `${at}/devices?view=${view.id}&sort=name&order=ASC&columns=name%2Ctags`,
    `${at}/devices/${device.id}?tab=history`,
    `${at}/devices/${device.id}?tab=firmware`,
    `${at}/devices/${device.id}?tab=configuration`,
    `${at}/devices/${device.id}/console`,
    `${at}/devices/${device.id}/create-message`,
    `${at}/messages`,
    `${at}/messages/${first}`,
    `${at}/messages/compare?a=${first}&b=${second}`,
    `${at}/dashboard?deviceId=${device.id}`,
    `${at}/alerts`,
    `${at}/alerts?tab=resolved`,
    `${at}/alerts/${alert}`,
    ...recordsOf('alert-rules', rule.id),
    ...recordsOf('mutes', mute.id),
    ...recordsOf('shifts', shift.id),
    ...recordsOf('rollouts', rollout.id),
    ...recordsOf('rollouts', started.id).slice(2),
    ...recordsOf('config-templates', template.id),
    ...recordsOf('connectors', connector.id),
    `${at}/connectors/${connector.id}?edit=true&tab=preview`,
    `${at}/connectors/${connector.id}?edit=true&tab=advanced`,
    ...['deliveries', 'devices', 'advanced', 'security'].map(
      (tab) => `${at}/connectors/${connector.id}?tab=${tab}`,
    ),
    `${at}/connectors/${connector.id}/deliveries`,
    ...recordsOf('tags', tag?.id ?? ''),
    ...recordsOf('keys', key.id),
    ...recordsOf('variables', variable.id),
    ...recordsOf('users', guest),
    ...recordsOf('users', space.owner.id).slice(2),
    `${at}/trash`,
    '/profile',
    '/profile?edit=true',
    '/profile?tab=settings',
    '/profile/security',
    '/admin',
    '/admin?tab=server',
    '/admin?tab=settings',
    '/admin/users',
    `/admin/users/${space.owner.id}`,
    `/admin/users/${space.owner.id}?edit=true`,
    '/no-such-page',
  ]
}
