import os,shutil,subprocess
os.chdir('/tmp/wpeople')
exec(open('/tmp/wpeople-sub.py').read())
for root,_,files in os.walk('/tmp/wpeople-guest'):
    for f in files:
        src=os.path.join(root,f); rel=os.path.relpath(src,'/tmp/wpeople-guest')
        if '/' not in rel: continue
        os.makedirs(os.path.dirname(rel),exist_ok=True); shutil.copy(src,rel)
sub('contract/api.ts',[
("import { firmwareApi } from './firmware'\n","import { firmwareApi } from './firmware'\nimport { guestLinksApi } from './guestLinks'\n"),
("  firmware: firmwareApi,\n","  firmware: firmwareApi,\n  guestLinks: guestLinksApi,\n"),
])
sub('package.json',[('    "#contract/alerts/capability"','    "#contract/guestLinks/capability": "./contract/guestLinks/capability.ts",\n    "#contract/alerts/capability"')])
sub('contract/common/endpoint.ts',[
(" * The callers of an endpoint: anyone, a signed-in person, a person or a key of the space, a key alone, or a device with its serial number\n * and claim token. A person sends a bearer token, a key itself as `X-API-Key`.\n"," * The callers of an endpoint: anyone, a signed-in person, a person or a key of the space, a key alone, a device with its serial number and\n * claim token, or a guest with the token of a guest link. A person sends a bearer token, a key itself as `X-API-Key`.\n"),
("'key' | 'device'","'key' | 'device' | 'guest'"),
])
sub('contract/permissions/tree.ts',[("  'space:trash': { read: 'user', restore: 'admin', empty: 'admin' },\n","  'space:trash': { read: 'user', restore: 'admin', empty: 'admin' },\n  // What guests see leaves the space.\n  'space:guestLink': { create: 'admin', read: 'admin', delete: 'admin' },\n"),
("on the space itself, the audit log, the trash, the system.","on the space itself, the audit log, the trash, guest links, the system.")])
sub('contract/permissions/auditActions.ts',[("  'trash.restore',\n  'trash.empty',\n","  'trash.restore',\n  'trash.empty',\n  'guestLink.create',\n  'guestLink.revoke',\n")])
s=open('contract/permissions/auditActions.ts').read(); open('contract/permissions/auditActions.ts','w').write(s)
sub('server/db/schema/index.ts',[("export * from './firmware'\n","export * from './firmware'\nexport * from './guestLink'\n")])
sub('server/services/discard/parts.ts',[("  'alert_state of alertRule',\n","  'alert_state of alertRule',\n  // Somebody outside would see the device again.\n  'guest_link of device',\n")])
sub('server/services/backup/space/ofSpace.ts',[("  // Waiting e-mails, and links that lead to this installation.\n  'mail',","  // Waiting e-mails, and links that lead to this installation.\n  'guest_link',\n  'mail',")])
sub('server/services/devices/move/move.ts',[
("  await copyPast(tx, move)\n","  // What guests see belongs to the old space.\n  await tx\n    .delete(guestLink)\n    .where(and(eq(guestLink.spaceId, spaceId), eq(guestLink.deviceId, deviceId)))\n  await copyPast(tx, move)\n"),
("  deviceTag,\n  simulatedDevice,","  deviceTag,\n  guestLink,\n  simulatedDevice,"),
])
sub('server/services/rateLimit.ts',[
("/** Milliseconds for which an address of a sign-in","/** Calls for guests from one address, which a whole office may share, and calls of one link. A page makes two a minute. */\nconst CALLS_OF_GUESTS: Limit = { attempts: 120, seconds: 1 }\n\n/** Milliseconds for which an address of a sign-in"),
("/**\n * Counts an attempt to sign in. Attempts of others","/**\n * Counts a call of a guest.\n * @param what the address or the link that it is counted for\n * @throws ApiError 429 that says when to try again\n */\nexport const countGuestCall = (deps: LimitDeps, what: string): Promise<void> =>\n  pour(deps, `guest ${what}`, CALLS_OF_GUESTS, 'too many calls')\n\n/**\n * Counts an attempt to sign in. Attempts of others"),
])
sub('server/services/series/points.ts',[
("interface Answered extends Pick<SeriesPoints, 'device_id' | 'path' | 'is_boolean'> {\n","interface Answered extends Pick<SeriesPoints, 'path' | 'is_boolean'> {\n  /** Left out for guests. */\n  device_id: string | undefined\n"),
(" * @throws ApiError 400 for a device that the caller does not see, and for more values than a chart reads\n"," * @param isAnonymous whether the ids of devices are left out\n * @throws ApiError 400 for a device that the caller does not see, and for more values than a chart reads\n"),
("  query: PointsQuery,\n): Promise<JsonText | JsonStream> {","  query: PointsQuery,\n  { isAnonymous = false } = {},\n): Promise<JsonText | JsonStream> {"),
("    device_id,\n    path,\n    is_boolean,\n    drawn: drawn[i],","    device_id: isAnonymous ? undefined : device_id,\n    path,\n    is_boolean,\n    drawn: drawn[i],"),
])
sub('server/http/parse.ts',[("export const isIdentified = (access: Access): boolean => access !== 'public' && access !== 'device'","export const isIdentified = (access: Access): boolean =>\n  access !== 'public' && access !== 'device' && access !== 'guest'"),
("/** Whether a call must identify its caller. */","/** Whether a call must identify its caller as a person or a key. */")])
sub('server/http/describe.ts',[("  key: [{ key: [] }],\n}","  key: [{ key: [] }],\n  guest: [{ guest: [] }],\n}")])
sub('server/routes/documentation.ts',[("""    name: KEY_HEADER,
  })
""","""    name: KEY_HEADER,
  })
  app.openAPIRegistry.registerComponent('securitySchemes', 'guest', {
    type: 'apiKey',
    in: 'header',
    name: GUEST_HEADER,
  })
"""),("import { KEY_HEADER } from '#contract/keys'","import { GUEST_HEADER } from '#contract/guestLinks'\nimport { KEY_HEADER } from '#contract/keys'")])
sub('server/documentation/openapi.ts',[("  'Users of a space',\n","  'Users of a space',\n  'Guest links',\n")])
sub('server/http/implement.ts',[
("""type CallerOf<A extends Access> = A extends 'bearer'
""","""type CallerOf<A extends Access> = A extends 'guest'
  ? Guest
  : A extends 'bearer'
"""),
("  caller: Caller | null\n  params: unknown","  caller: Caller | Guest | null\n  params: unknown"),
("""      const known = { caller, params: params?.data, query, ifMatch, origin }
""","""      const guest = endpoint.access === 'guest' ? await guestOf(c, origin) : null
      const known = { caller: caller ?? guest, params: params?.data, query, ifMatch, origin }
"""),
("""  /** Runs the handler in its lane, and""","""  /** The guest whose link's token the call carries; search engines keep no answer to guests. */
  async function guestOf(c: Context, origin: Origin): Promise<Guest> {
    c.header('X-Robots-Tag', 'noindex')
    return lanes.entrance.run(`address ${origin.address}`, origin.gone, async () =>
      findGuest(deps, c.req.header(GUEST_HEADER), origin),
    )
  }

  /** Runs the handler in its lane, and"""),
("import { type Access, type Endpoint,","import { GUEST_HEADER } from '#contract/guestLinks'\nimport { type Access, type Endpoint,"),
("import { JsonStream, JsonText } from '../services/common/json'\n","import { JsonStream, JsonText } from '../services/common/json'\nimport { findGuest, type Guest } from '../services/guests/guest'\n"),
])
open('server/routes/guests.ts','w').write("""import { guestLinksApi } from '#contract/guestLinks'
import type { Deps } from '../deps'
import type { Implement } from '../http/implement'
import { pointsAsGuest, viewAsGuest } from '../services/guests/guest'
import { createGuestLink, listGuestLinks, revokeGuestLink } from '../services/guests/guestLinks'

/** Guest links, and what their guests see. Rules, "Guest links". */
export function guestRoutes(implement: Implement, deps: Deps) {
  implement(guestLinksApi.list, ({ params }) => listGuestLinks(deps.db, params.spaceId))
  implement(guestLinksApi.create, ({ params, body, caller }) =>
    createGuestLink(deps, caller, params.spaceId, body),
  )
  implement(guestLinksApi.revoke, ({ params: { spaceId, guestLinkId }, caller }) =>
    revokeGuestLink(deps, caller, { spaceId, id: guestLinkId }),
  )
  implement(guestLinksApi.view, ({ caller }) => viewAsGuest(deps, caller))
  implement(guestLinksApi.points, ({ caller, query }) => pointsAsGuest(deps, caller, query))
}
""")
sub('server/app.ts',[("  overviewRoutes(implement, deps)\n","  guestRoutes(implement, deps)\n  overviewRoutes(implement, deps)\n"),("import { siteRoutes }","import { guestRoutes } from './routes/guests'\nimport { siteRoutes }")])
sub('server/routes/site.ts',[
("    if (CALLBACK.test(c.req.path)) c.header","    if (GUEST.test(c.req.path)) c.header('X-Robots-Tag', 'noindex')\n    if (CALLBACK.test(c.req.path)) c.header"),
("/** The console's page. Each answer","/** The page of guest links, which search engines leave out. */\nconst GUEST = /^\\/guest\\/?$/\n\n/** The console's page. Each answer"),
])
# console
sub('src/addresses.ts',[("  invitation: '/invitation',\n","  invitation: '/invitation',\n  guest: '/guest',\n")])
sub('src/App.tsx',[("  addresses.invitation,\n","  addresses.invitation,\n  addresses.guest,\n")])
sub('src/Console.tsx',[
("  [addresses.invitation]: <InvitationPage />,\n","  [addresses.invitation]: <InvitationPage />,\n  [addresses.guest]: <GuestPage />,\n"),
("const InvitationPage = lazyPart","const GuestPage = lazyPart(() => import('./pages/guest/GuestPage'))\nconst InvitationPage = lazyPart"),
])
sub('src/components/series/SmallChart.tsx',[
("  /** The marked time. */\n  at: number\n","  /** The marked time, if any. */\n  at?: number\n"),
("            values: (_, times) => times.map((time) => formatClock(time, clock)),","            values: (_, times) => times.map((time) => timeText(time, clock)),"),
("""              const { ctx, bbox } = shown
""","""              if (at === undefined) return
              const { ctx, bbox } = shown
"""),
("    const text = (value: number)","    const timeText = before - after > DATED_FROM ? formatDay : formatClock\n    const text = (value: number)"),
("import { formatClock, useClock } from '../../clock'","import { formatClock, formatDay, useClock } from '../../clock'"),
("/** From this number of values on,","/** Milliseconds from which the axis has days instead of times. */\nconst DATED_FROM = 2 * DAY\n\n/** From this number of values on,"),
("import type { SeriesPoints } from '#contract/series'","import { DAY } from '#contract/common/durations'\nimport type { SeriesPoints } from '#contract/series'"),
("/** A line chart over some hours, with a mark at one time. */","/** A line chart over some time, maybe with a mark at one time. */"),
])
sub('src/resources/spaces/SpacePage.tsx',[
("          {spaceId && hasChanges && <RecentChanges","          {spaceId && hasGuestLinks && <GuestLinks spaceId={spaceId} />}\n          {spaceId && hasChanges && <RecentChanges"),
("const RecentChanges = lazyPart","const GuestLinks = lazyPart(() => import('../../components/guestLinks/GuestLinks'))\nconst RecentChanges = lazyPart"),
("  const hasSeries = useCapability(SERIES_CAPABILITY)\n","  const hasSeries = useCapability(SERIES_CAPABILITY)\n  const readsGuestLinks = usePermission('space:guestLink:read')\n  const hasGuestLinks = useCapability(GUEST_LINKS_CAPABILITY) && readsGuestLinks\n"),
("import { SERIES_CAPABILITY }","import { GUEST_LINKS_CAPABILITY } from '#contract/guestLinks/capability'\nimport { SERIES_CAPABILITY }"),
])
sub('src/resources/devices/history/HistoryTab.tsx',[
("        <RangeBar time={time} />\n","        <RangeBar time={time} />\n        {!device.moved_at && <ShareButton {...{ device, chosen, time }} />}\n"),
("import { SeriesPicker } from './SeriesPicker'\n","import { SeriesPicker } from './SeriesPicker'\nimport { ShareButton } from './ShareButton'\n"),
])
open('src/resources/devices/history/ShareButton.tsx','w').write("""import ShareIcon from '@mui/icons-material/Share'
import { useState } from 'react'
import { HOUR } from '#contract/common/durations'
import type { Device } from '#contract/devices'
import { GUEST_LINKS_CAPABILITY } from '#contract/guestLinks/capability'
import { lazyPart, PartFrame } from '../../../components/lazyPart'
import { PermissionButton } from '../../../components/page'
import { useCapability } from '../../../config'
import type { DrawnSeries } from './chart/lines'
import type { Time } from './range'
import { useTranslate } from './texts'

const ShareDialog = lazyPart(() => import('../../../components/guestLinks/ShareDialog'))

interface ShareButtonProps {
  device: Device
  chosen: readonly DrawnSeries[]
  time: Time
}

/** Shares the shown values with people without an account. Rules, "Guest links". */
export function ShareButton({ device, chosen, time: { range } }: ShareButtonProps) {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (!useCapability(GUEST_LINKS_CAPABILITY) || chosen.length === 0) return null
  return (
    <>
      <PermissionButton
        permission="space:guestLink:create"
        size="small"
        startIcon={<ShareIcon />}
        onClick={() => setOpen(true)}
        sx={{ mb: 2 }}
      >
        {translate('devices.history.share')}
      </PermissionButton>
      {isOpen && (
        <PartFrame onClose={close}>
          <ShareDialog
            device={device}
            series={chosen}
            hours={Math.ceil((range.before - range.after) / HOUR)}
            onClose={close}
          />
        </PartFrame>
      )}
    </>
  )
}
""")
for l,t in (('en',"'Share…'"),('cs',"'Sdílet…'")):
    p=f'src/resources/devices/history/messages.{l}.ts'; s=open(p).read()
    i=s.index("  range: ") if "  range: " in s else s.index("  title: ")
    s=s[:i]+f"  share: {t},\n"+s[i:]; open(p,'w').write(s)
    p=f'src/components/guestLinks/messages.{l}.ts'; s=open(p).read()
    s=s.replace(f"    button: {t},\n",""); open(p,'w').write(s)
sub('src/components/audit/messages.en.ts',[("    trash: { restore: 'Restored from the trash', empty: 'Deleted for good' },","    trash: { restore: 'Restored from the trash', empty: 'Deleted for good' },\n    guestLink: { create: 'Guest link created', revoke: 'Guest link revoked' },")])
s=open('src/components/audit/messages.cs.ts').read()
import re
m=re.search(r"    trash: \{ restore: '[^']*', empty: '[^']*' \},\n",s)
s=s.replace(m.group(0),m.group(0)+"    guestLink: { create: 'Odkaz pro hosta vytvořen', revoke: 'Odkaz pro hosta zrušen' },\n"); open('src/components/audit/messages.cs.ts','w').write(s)
# tests
sub('tests/contract/permissions.table.ts',[
("\n# Keys: the id of a key","""
# Guest links: what they show leaves the space, so only its admins make them; what guests get is for whoever has the token
401    404      404   403  yes   yes    403 403    403    403    403      space:guestLink:read         get    /spaces/{spaceId}/guest-links
401    404      404   403  yes   yes    403 403    403    403    403      space:guestLink:create       post   /spaces/{spaceId}/guest-links
401    404      404   403  yes   yes    403 403    403    403    403      space:guestLink:delete       delete /spaces/{spaceId}/guest-links/{guestLinkId}
yes    yes      yes   yes  yes   yes    yes yes    yes    yes    yes      -                            get    /guest
yes    yes      yes   yes  yes   yes    yes yes    yes    yes    yes      -                            get    /guest/points

# Keys: the id of a key"""),
])
sub('tests/contract/permissions.test.ts',[("const isOpen = ({ access }: Endpoint) => access === 'public' || access === 'device'","const isOpen = ({ access }: Endpoint) => access === 'public' || access === 'device' || access === 'guest'")])
sub('tests/support/callRows.ts',[
("  [`get ${SPACE}/users`]: {},\n","""  [`get ${SPACE}/guest-links`]: {},
  [`post ${SPACE}/guest-links`]: {
    body: ({ ids }) => ({ shows: { kind: 'device', device_id: ids.deviceId, paths: [] } }),
  },
  [`delete ${SPACE}/guest-links/{guestLinkId}`]: once,
  'get /guest': { open: 401 },
  'get /guest/points': { open: 401 },

  [`get ${SPACE}/users`]: {},
"""),
])
sub('tests/support/callers.ts',[
("    configTemplateId: (await aConfigTemplate","    guestLinkId: (await aGuestLink(server, space, { kind: 'device', device_id: device.id, paths: [] })).id,\n    configTemplateId: (await aConfigTemplate"),
("import { aMute } from './mutes'\n","import { aGuestLink } from './guests'\nimport { aMute } from './mutes'\n"),
])
open('tests/support/guests.ts','w').write("""import { GUEST_HEADER, type GuestShows, guestLinksApi } from '#contract/guestLinks'
import type { Fillable, TestSpace } from './builders'

/** Creates a guest link as the owner of the space. */
export async function aGuestLink(
  server: Pick<Fillable, 'call'>,
  { id, owner }: TestSpace,
  shows: GuestShows,
  ends_at: string | null = null,
) {
  const body = { shows, ends_at }
  const answer = await server.call('POST', `/spaces/${id}/guest-links`, { token: owner.token, body })
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
  return guestLinksApi.create.answer.parse(await answer.json())
}

/** Asks with the token of a guest link. */
export const asGuest = async (server: Pick<Fillable, 'call'>, token: string, path = '/guest') =>
  server.call('GET', path, { headers: { [GUEST_HEADER]: token } })
""")
sub('contract/weight.test.ts',[("  '/auth/oauth2/providers',\n","  '/auth/oauth2/providers',\n  '/guest',\n"),("  '/spaces/{spaceId}/keys/{keyId}',\n","  '/spaces/{spaceId}/guest-links',\n  '/spaces/{spaceId}/keys/{keyId}',\n")])
print(subprocess.run("npx drizzle-kit generate --config server/db/drizzle.config.ts --name guest_links | tail -2; npx biome check --write contract server src tests | tail -4",shell=True,capture_output=True,text=True).stdout)
sub('docs/rules.md',[("## Keys\n","""## Guest links

- A guest link shows a device (its name, its state, the last values of at most 8 paths) or their history of the last hours, at most 366 days, to anybody who has it. Guests
  get no id, label, comment, tag or secret.
- Its token has 256 bits, is answered once and stored as a hash. It is in the fragment of the address (`/guest#…`), and the page sends it in the header `X-Guest-Token`
  to `GET /guest` and `GET /guest/points`. All other calls refuse it like an unknown token.
- It ends at most 366 days ahead, by default in 7, and no later than the time of its maker in the space. A space has at most 100; those that have ended go when the next one is created.
- Whoever has `space:guestLink:create`, which only people can have, makes links; `space:guestLink:delete` revokes them. Both are in the audit log.
- A link that is unknown, ended or revoked, or whose device was deleted or moved away, answers 401 with the same sentence. Restoring a device or a space brings none back.
- Calls are limited by link and by address, to one a second with 120 ahead. Views are counted once a minute. Answers and the page have `X-Robots-Tag: noindex`.

## Keys
""")])
sub('docs/spaces.md',[("## Change or remove people\n","""## Share with people without an account

On the **History** of a device, **Share…** makes a link to the shown values: their history, or only the last ones, for a day to a year. Whoever has the link sees the name and the state of the device and
these values, in English or Czech, and nothing else. Copy it at once: it is shown only then.

**Space info** lists the guest links with when they end and in how many minutes somebody has looked, and revokes them. A link also shows nothing any more when its device is deleted or moved.

## Change or remove people
""")])
sub('docs/glossary.md',[("| caller | | the person, key or device that makes a call | |","| caller | | the person, key or device that makes a call | |\n| guest link | odkaz pro hosta | shows a device or a history to anybody who has it | |\n| guest | host | whoever opens a guest link | |")])
sub('docs/server.md',[("7. `replays`, `overview`, `backup`, `trash`, `undo.ts`, and last `administration`.","7. `replays`, `guests`, `overview`, `backup`, `trash`, `undo.ts`, and last `administration`.")])
sub('README.md',[("- **[Keys](docs/keys.md)** with","- **Guest links** show a device or a history to people without an account, until a time.\n- **[Keys](docs/keys.md)** with")])
s=open('CHANGELOG.md').read()
s=s.replace("- A trash in each space:","- Guest links: a device or a history for people without an account, read only, until a time, revocable.\n- A trash in each space:")
open('CHANGELOG.md','w').write(s)
