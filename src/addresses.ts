import type { spaceResources } from '#contract/resources'

/** What a space has lists of. */
export type SpaceResource =
  | keyof typeof spaceResources
  | 'alert-rules'
  | 'alerts'
  | 'deliveries'
  | 'mutes'
  | 'spaceAudit'

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
  setup: '/setup',
  callback: '/callback',
} as const

/** Resources whose ids are secrets: the id of a key is its token. Neither the id nor an address with it may be kept. */
export const WITH_SECRET_IDS: ReadonlySet<string> = new Set<SpaceResource>(['keys'])

/** The parameter of the list of spaces that names the space of an invitation. */
export const INVITATION_PARAMETER = 'invitation'

/** Where a signed-in person accepts an invitation to a space. */
export const invitationAddress = (spaceId: string) =>
  addresses.spaces + search({ [INVITATION_PARAMETER]: spaceId })

/** Patterns of the addresses that name a space. */
export const spacePatterns = { detail: '/spaces/:spaceId/detail', page: '/space/:spaceId' } as const

/** The part of a space's info page with its recent changes, as the addresses name it. */
export const CHANGES = 'changes'

/** Which of a record's page to show. */
interface RecordQuery extends Query {
  edit?: boolean
  tab?: string
  /** The message that a connector's code is tried on. */
  message?: string
  /** The version of a connector whose code is compared, or `all`. */
  version?: string
}

/** A list's query: the device or tag that its messages are of, what it filters by, and whether to create a record. */
interface ListQuery {
  create?: boolean
  /** What the new record begins with. */
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
    /** How it is, and what needs attention. */
    overview: () => at('overview'),
    /** Its recent changes: all, or those of one thing. */
    changes: (targetId?: string) =>
      `${at()}${search({ filter: targetId && JSON.stringify({ target: targetId }) })}#${CHANGES}`,
    list: (resource: SpaceResource, { filter, ...query }: ListQuery = {}) =>
      at(resource) + search({ ...query, filter: filter && JSON.stringify(filter) }),
    record: (resource: SpaceResource, id: string, query?: RecordQuery) => at(resource, id) + search(query),
    console: (deviceId: string) => at('devices', deviceId, 'console'),
    createMessage: (deviceId: string) => at('devices', deviceId, 'create-message'),
    /** Two messages side by side. */
    compare: (a: string, b: string) => at('messages', 'compare') + search({ a, b }),
    /** A connector's code, tried on a message. Rules, "Connector preview". */
    preview: (connectorId: string, message: string) =>
      at('connectors', connectorId) + search({ edit: true, tab: 'preview', message }),
    /** A connector's deliveries; `after` and `before` limit the time of an attempt, `outcome` how it ended; or with a filter of their list. */
    deliveries: (
      connectorId: string,
      which?: { after: string; before: string; outcome?: 'failed' } | { filter: string },
    ) => at('connectors', connectorId, 'deliveries') + search(which),
    delivery: (connectorId: string, deliveryId: string) =>
      at('connectors', connectorId, 'deliveries', deliveryId),
    dashboard: (query: { deviceId?: string; tagId?: string }) => at('dashboard') + search(query),
  }
}
