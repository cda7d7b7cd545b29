import type { spaceResources } from '#contract/resources'

/** Resources that have a list in a space. */
export type SpaceResource =
  | keyof typeof spaceResources
  | 'alert-rules'
  | 'alerts'
  | 'config-templates'
  | 'deliveries'
  | 'mutes'
  | 'shifts'
  | 'rollouts'
  | 'spaceAudit'
  | 'trash'
  | 'views'

type Query = Record<string, string | boolean | undefined>

/** A query string without undefined and false values. */
function search(query: Query = {}): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === false ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

/** Addresses outside of spaces. */
export const addresses = {
  spaces: '/spaces',
  profile: '/profile',
  security: '/profile/security',
  notifications: '/profile/notifications',
  admin: '/admin',
  adminUsers: '/admin/users',
  adminDevices: '/admin/devices',
  adminSims: '/admin/sims',
  login: '/login',
  forgotPassword: '/login/forgot-password',
  newPassword: '/login/new-password',
  recovery: '/login/recovery',
  signUp: '/signup',
  verification: '/signup/verification',
  invitation: '/invitation',
  guest: '/guest',
  setup: '/setup',
  callback: '/callback',
} as const

/** Resources whose ids are secrets: a key's id is its token. Never store the id or an address that contains it. */
export const WITH_SECRET_IDS: ReadonlySet<string> = new Set<SpaceResource>(['keys'])

/** The query parameter of the list of spaces that names the space of an invitation. */
export const INVITATION_PARAMETER = 'invitation'

/** Where a signed-in person accepts an invitation to a space. */
export const invitationAddress = (spaceId: string) =>
  addresses.spaces + search({ [INVITATION_PARAMETER]: spaceId })

/** Where the guides are, or a part of one, such as `alerts#rules`. They are pages of their own. */
export const guideAddress = (part = 'index') => `/guide/${part.replace(/#|$/, '.html$&')}`

/** Patterns of the addresses that name a space. */
export const spacePatterns = { detail: '/spaces/:spaceId/detail', page: '/space/:spaceId' } as const

/** The fragment of a space's info page that shows its recent changes. */
export const CHANGES = 'changes'

/** Query of a record's page. */
interface RecordQuery extends Query {
  edit?: boolean
  tab?: string
  /** The message on which the connector's code is tried. */
  message?: string
  /** The connector version to compare code with, or `all`. */
  version?: string
}

/** Query of a list: its device or tag, its filter, and whether to create a record. */
interface ListQuery {
  create?: boolean
  /** Whether to scan a QR code, which opens its device. */
  scan?: boolean
  /** A suggestion that fills in the new record. */
  suggestion?: string
  deviceId?: string
  tagId?: string
  filter?: Record<string, unknown>
}

/** Every address of one space. */
export function spaceAddresses(spaceId: string) {
  const at = (...parts: string[]) => `/space/${[spaceId, ...parts].map(encodeURIComponent).join('/')}`
  return {
    /** The space itself. */
    space: (query?: RecordQuery) => at() + search(query),
    /** Its status, and what needs attention. */
    overview: () => at('overview'),
    /** The space's recent changes: all, or those of one record. */
    changes: (targetId?: string) =>
      `${at()}${search({ filter: targetId && JSON.stringify({ target: targetId }) })}#${CHANGES}`,
    list: (resource: SpaceResource, { filter, ...query }: ListQuery = {}) =>
      at(resource) + search({ ...query, filter: filter && JSON.stringify(filter) }),
    record: (resource: SpaceResource, id: string, query?: RecordQuery) => at(resource, id) + search(query),
    console: (deviceId: string) => at('devices', deviceId, 'console'),
    createMessage: (deviceId: string) => at('devices', deviceId, 'create-message'),
    /** Two messages side by side. */
    compare: (a: string, b: string) => at('messages', 'compare') + search({ a, b }),
    /** A run of a connector's code on a message. Rules, "Connector preview". */
    preview: (connectorId: string, message: string) =>
      at('connectors', connectorId) + search({ edit: true, tab: 'preview', message }),
    /** A connector's deliveries, by the time (`after`, `before`) and `outcome` of an attempt, or by a list filter. */
    deliveries: (
      connectorId: string,
      which?: { after: string; before: string; outcome?: 'failed' } | { filter: string },
    ) => at('connectors', connectorId, 'deliveries') + search(which),
    delivery: (connectorId: string, deliveryId: string) =>
      at('connectors', connectorId, 'deliveries', deliveryId),
    dashboard: (query: { deviceId?: string; tagId?: string }) => at('dashboard') + search(query),
  }
}
