import { z } from 'zod'
import { endpoint, idSchema, ifAllGiven, momentSchema, PATH_MAX_LENGTH, timeSchema } from '../common'
import { DAY, MINUTE } from '../common/durations'
import { inSpace } from '../entity'
import { seriesApi, seriesSchema } from '../series'
import { GUEST_LINKS_CAPABILITY } from './capability'

export * from './capability'

/** Header that carries the token of a guest link. */
export const GUEST_HEADER = 'X-Guest-Token'

/** Most guest links of a space. If it is full, those that have ended go. */
export const GUEST_LINKS_MAX = 100
/** Longest time until a guest link ends, and the time by default, in days. */
export const GUEST_DAYS_MAX = 366
export const GUEST_DAYS = 7
/** Most values that a guest link shows, and most hours of their history. */
export const GUEST_PATHS_MAX = 8
export const GUEST_HOURS_MAX = 366 * 24

const pathsSchema = z
  .array(z.string().max(PATH_MAX_LENGTH))
  .max(GUEST_PATHS_MAX, `must have at most ${GUEST_PATHS_MAX} paths`)
  .describe('The values that are shown, in this order')

/** What a guest link shows; there may be more kinds. */
const guestShowsSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('device'), device_id: idSchema.toLowerCase(), paths: pathsSchema }),
  z.object({
    kind: z.literal('history'),
    device_id: idSchema.toLowerCase(),
    paths: pathsSchema.min(1, 'must have at least one path'),
    hours: z
      .int('must be a whole number')
      .min(1, 'must be at least 1')
      .max(GUEST_HOURS_MAX, `must be at most ${GUEST_HOURS_MAX}`)
      .describe('Hours of the history, up to now'),
  }),
])
export type GuestShows = z.infer<typeof guestShowsSchema>

/** Whether a link shows something: `active`, or why it does not. */
const guestLinkStateSchema = z.enum(['active', 'ended', 'withdrawn'])
export type GuestLinkState = z.infer<typeof guestLinkStateSchema>

/** A link that shows a device or a history to anybody who has it, until it ends. Rules, "Guest links". */
const guestLinkSchema = z
  .object({
    id: idSchema,
    shows: guestShowsSchema,
    device_name: z.string(),
    state: guestLinkStateSchema.describe(
      '`withdrawn`: the person who created it may not read the device any more',
    ),
    created_by: z.string().describe('E-mail address of the person'),
    created_at: timeSchema,
    ends_at: timeSchema,
    views: z.number().int().describe('Minutes in which somebody has looked at it'),
    last_viewed_at: timeSchema.nullable(),
  })
  .meta({ id: 'GuestLink' })
export type GuestLink = z.infer<typeof guestLinkSchema>

const newGuestLinkSchema = guestLinkSchema
  .extend({ token: z.string().describe('Is answered only here; it belongs in the fragment of an address') })
  .meta({ id: 'NewGuestLink' })
export type NewGuestLink = z.infer<typeof newGuestLinkSchema>

const guestLinkInputSchema = ifAllGiven(
  z.object({
    shows: guestShowsSchema,
    ends_at: momentSchema
      .nullable()
      .default(null)
      .describe(`At most ${GUEST_DAYS_MAX} days ahead; null for ${GUEST_DAYS} days`),
  }),
)
export type GuestLinkInput = z.infer<typeof guestLinkInputSchema>

/** How far a caller's clock may be ahead of the server's, in milliseconds. */
const AHEAD_MAX = 2 * MINUTE

/** When a new link ends, and whether that is possible. Times in milliseconds since 1970. */
export function guestEnd(ends_at: string | null, now: number): { end: number; isPossible: boolean } {
  const end = ends_at === null ? now + GUEST_DAYS * DAY : Date.parse(ends_at)
  const latest = now + GUEST_DAYS_MAX * DAY
  return { end: Math.min(end, latest), isPossible: end > now && end <= latest + AHEAD_MAX }
}

/** A value as guests see it. */
const guestValueSchema = seriesSchema
  .pick({
    path: true,
    label: true,
    unit: true,
    decimals: true,
    is_boolean: true,
    last_at: true,
    last_value: true,
  })
  .meta({ id: 'GuestValue' })

/** What a guest sees: nothing of the device but its name, its state and the chosen values. */
const guestViewSchema = z
  .object({
    kind: z.enum(['device', 'history']),
    name: z.string(),
    state: z.string().nullable().default(null).describe('The state of the contact, as devices have it'),
    last_seen: timeSchema.nullable().default(null),
    ends_at: timeSchema,
    hours: z.number().int().nullable().default(null),
    values: z.array(guestValueSchema),
  })
  .meta({ id: 'GuestView' })
export type GuestView = z.infer<typeof guestViewSchema>

const guestPointsSchema = seriesApi.points.answer.element
  .omit({ device_id: true })
  .meta({ id: 'GuestPoints' })
export type GuestPoints = z.infer<typeof guestPointsSchema>

/** What guests are told about a link that shows nothing: they do not learn why. */
export const NO_GUEST_LINK = 'this link shows nothing any more'

const TOO_MANY = 'Too many calls of the link, or of the address'

const shared = { tag: 'Guest links', capability: GUEST_LINKS_CAPABILITY } as const
const ofSpace = {
  ...shared,
  access: 'bearer',
  params: inSpace,
  path: '/spaces/{spaceId}/guest-links',
} as const
const ofGuest = {
  ...shared,
  access: 'guest',
  method: 'get',
  status: 200,
  failures: { 404: NO_GUEST_LINK, 429: TOO_MANY },
} as const

export const guestLinksApi = {
  list: endpoint({
    ...ofSpace,
    method: 'get',
    summary: 'List the guest links of a space, the newest first',
    permission: 'space:guestLink:read',
    status: 200,
    answer: z.array(guestLinkSchema),
  }),
  create: endpoint({
    ...ofSpace,
    method: 'post',
    summary: 'Create a link that shows a device or a history to anybody who has it',
    permission: 'space:guestLink:create',
    body: guestLinkInputSchema,
    status: 201,
    answer: newGuestLinkSchema,
    audit: 'guestLink.create',
  }),
  revoke: endpoint({
    ...ofSpace,
    method: 'delete',
    path: '/spaces/{spaceId}/guest-links/{guestLinkId}',
    params: inSpace.extend({ guestLinkId: idSchema }),
    summary: 'Revoke a guest link; it shows nothing from then on',
    permission: 'space:guestLink:delete',
    status: 204,
    audit: 'guestLink.revoke',
  }),
  view: endpoint({
    ...ofGuest,
    path: '/guest',
    summary: 'Get what a guest link shows',
    answer: guestViewSchema,
  }),
  points: endpoint({
    ...ofGuest,
    path: '/guest/points',
    isHeavy: true,
    summary: 'Get the history that a guest link shows, thinned for a chart of a width',
    query: z.object({
      width: z.coerce
        .number('must be a whole number')
        .int('must be a whole number')
        .min(1, 'must be at least 1')
        .max(2000, 'must be at most 2000')
        .default(1000)
        .describe('Width of the chart in pixels'),
    }),
    answer: z.array(guestPointsSchema),
  }),
}
