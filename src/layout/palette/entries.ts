import AdminIcon from '@mui/icons-material/AdminPanelSettings'
import OverviewIcon from '@mui/icons-material/Dashboard'
import SpaceInfoIcon from '@mui/icons-material/InfoOutlined'
import ProfileIcon from '@mui/icons-material/ManageAccounts'
import NoticesIcon from '@mui/icons-material/NotificationsNone'
import SettingsIcon from '@mui/icons-material/Settings'
import SecurityIcon from '@mui/icons-material/ShieldOutlined'
import SimsIcon from '@mui/icons-material/SimCardOutlined'
import type { ComponentType } from 'react'
import { NOTICES_CAPABILITY } from '#contract/notices/capability'
import { OVERVIEW_CAPABILITY } from '#contract/overview/capability'
import { addresses, spaceAddresses } from '../../addresses'
import { segmentOf, useIsOffered } from '../../components/resource/definition'
import { useCapability, useHasSecurity } from '../../config'
import { useCurrentSpace, useMay } from '../../dataProvider/account'
import { registry } from '../../resources/registry'
import type { Recent } from './recent'
import { useTranslate } from './texts'

/** One row of the palette; it opens an address or runs an action. */
export interface Entry {
  key: string
  /** Name of the group under which it is shown. */
  group: string
  title: string
  detail?: string
  /** Further texts to search. */
  words?: readonly string[]
  icon: ComponentType
  to?: string
  run?: () => void
  /** Why it is disabled. */
  reason?: string
  /** Stored when it is opened. */
  kept?: Recent
}

/** An entry for a page, stored when it is opened. */
const page = (entry: Omit<Entry, 'kept' | 'key'> & { to: string }, spaceId?: string): Entry => ({
  ...entry,
  key: entry.to,
  kept: { key: entry.to, spaceId, title: entry.title },
})

/** The reason why something is not permitted in the current space; undefined if it is permitted or not yet known. */
export function useReasonOf() {
  const translate = useTranslate()
  const may = useMay()
  const space = useCurrentSpace()
  return (permission: Parameters<typeof may>[0]) =>
    may(permission) || (space === undefined && permission?.startsWith('space:'))
      ? undefined
      : translate('common.notPermitted')
}

const of = (scope: 'account' | 'admin') => registry.filter((definition) => definition.scope === scope)

/** Every page except records: sections of the space, lists of the account, the profile, the admin area. */
export function usePages(spaceId: string | undefined): Entry[] {
  const translate = useTranslate()
  const reasonOf = useReasonOf()
  const may = useMay()
  const isOffered = useIsOffered()
  const group = translate('palette.go')
  const hasOverview = useCapability(OVERVIEW_CAPABILITY)
  const overview =
    hasOverview && spaceId
      ? [
          page(
            {
              group,
              icon: OverviewIcon,
              title: translate('layout.menu.overview'),
              to: spaceAddresses(spaceId).overview(),
              reason: reasonOf('space:overview:read'),
            },
            spaceId,
          ),
        ]
      : []
  const sections = registry.flatMap((definition) => {
    if (definition.scope !== 'space' || !spaceId || !isOffered(definition)) return []
    const { name, icon, permissions } = definition
    const reason = reasonOf(permissions.read ?? 'space:read')
    const to = spaceAddresses(spaceId).list(name)
    return page({ group, icon, title: translate(`layout.titles.${name}`), to, reason }, spaceId)
  })
  const spaceInfo = spaceId
    ? [
        page(
          {
            group,
            icon: SpaceInfoIcon,
            title: translate('layout.menu.spaceInfo'),
            to: spaceAddresses(spaceId).space(),
          },
          spaceId,
        ),
      ]
    : []
  const notifications = useCapability(NOTICES_CAPABILITY)
    ? [
        page({
          group,
          icon: NoticesIcon,
          title: translate('layout.titles.notifications'),
          words: [translate('palette.words.notifications')],
          to: `${addresses.profile}/notifications`,
        }),
      ]
    : []
  const security = useHasSecurity()
    ? [
        page({
          group,
          icon: SecurityIcon,
          title: translate('layout.titles.security'),
          words: [translate('palette.words.security')],
          to: addresses.security,
        }),
      ]
    : []
  const admin = may('admin:access')
    ? [
        page({ group, icon: AdminIcon, title: translate('layout.menu.adminArea'), to: addresses.admin }),
        ...of('admin')
          .filter(isOffered)
          .map((definition) =>
            page({
              group: translate('layout.menu.adminArea'),
              icon: definition.icon,
              title: translate(`layout.titles.${definition.name}`),
              to: `${addresses.admin}/${segmentOf(definition)}`,
            }),
          ),
        page({
          group: translate('layout.menu.adminArea'),
          icon: SimsIcon,
          title: translate('layout.titles.sims'),
          words: ['IMSI', 'ICCID'],
          to: addresses.adminSims,
        }),
      ]
    : []
  return [
    ...overview,
    ...sections,
    ...spaceInfo,
    ...of('account').map(({ name, icon }) =>
      page({ group, icon, title: translate(`layout.titles.${name}`), to: `/${name}` }),
    ),
    page({
      group,
      icon: ProfileIcon,
      title: translate('palette.profile'),
      words: [translate('palette.words.profile')],
      to: addresses.profile,
    }),
    page({
      group,
      icon: SettingsIcon,
      title: translate('palette.settings'),
      to: `${addresses.profile}?tab=settings`,
    }),
    ...notifications,
    ...security,
    ...admin,
  ]
}
