import type { MessageKey } from '../../i18n/translate'

interface Section {
  title: MessageKey
  /** The part of the guides about it. */
  guide: string
}

/** Pages by the part of their address, or the tab, that names them; two parts where one means different things. */
export const SECTIONS = new Map<string, Section>(
  (
    [
      ['spaces', 'layout.titles.spaces', 'spaces'],
      ['space', 'layout.menu.spaceInfo', 'spaces'],
      ['overview', 'layout.menu.overview', 'overview'],
      ['devices', 'layout.titles.devices', 'device'],
      ['?history', 'layout.titles.devices', 'history'],
      ['?firmware', 'layout.titles.devices', 'device#firmware'],
      ['?configuration', 'layout.titles.devices', 'device#configuration'],
      ['?session', 'layout.titles.devices', 'device#session'],
      ['console', 'layout.titles.console', 'device#shell-console'],
      ['messages', 'layout.titles.messages', 'messages'],
      ['create-message', 'layout.titles.messages', 'messages#send-a-downlink'],
      ['compare', 'layout.titles.messages', 'messages#compare'],
      ['dashboard', 'layout.titles.dashboard', 'dashboard'],
      ['alerts', 'layout.titles.alerts', 'alerts'],
      ['alert-rules', 'layout.titles.alert-rules', 'alerts#rules'],
      ['mutes', 'layout.titles.mutes', 'alerts#mutes'],
      ['shifts', 'layout.titles.shifts', 'alerts#shifts'],
      ['rollouts', 'layout.titles.rollouts', 'rollouts'],
      ['config-templates', 'layout.titles.config-templates', 'device#configuration-templates'],
      ['tags', 'layout.titles.tags', 'tags'],
      ['connectors', 'layout.titles.connectors', 'connectors'],
      ['?preview', 'layout.titles.connectors', 'connectors#the-function'],
      ['?advanced', 'layout.titles.connectors', 'connectors#the-function'],
      ['?security', 'layout.titles.connectors', 'connectors#verify-a-request'],
      ['deliveries', 'layout.titles.connectors', 'connectors#delivery'],
      ['?deliveries', 'layout.titles.connectors', 'connectors#delivery'],
      ['users', 'layout.titles.users', 'spaces#invite-people'],
      ['keys', 'layout.titles.keys', 'keys'],
      ['variables', 'layout.titles.variables', 'variables'],
      ['trash', 'layout.titles.trash', 'trash'],
      ['profile', 'layout.titles.profile', 'accounts'],
      ['profile/security', 'layout.titles.security', 'accounts#second-factor'],
      ['profile/notifications', 'layout.titles.notifications', 'alerts#e-mails'],
      ['admin', 'layout.admin.title', 'admin'],
      ['admin/users', 'layout.titles.users', 'admin#users'],
      ['admin/devices', 'layout.titles.devices', 'admin#devices'],
      ['admin/audit', 'layout.titles.audit', 'audit'],
      ['sims', 'layout.titles.sims', 'sims#in-the-console'],
    ] as const
  ).map(([name, title, guide]) => [name, { title, guide }]),
)

/** The section of an address, whose last part may be `?` and the tab. */
export function sectionOf(path: string): Section | undefined {
  const parts = path.split('/')
  return parts
    .map((part, at) => SECTIONS.get(`${parts[at - 1]}/${part}`) ?? SECTIONS.get(part))
    .findLast((section) => section !== undefined)
}
