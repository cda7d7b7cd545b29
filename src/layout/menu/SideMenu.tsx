import AdminIcon from '@mui/icons-material/AdminPanelSettings'
import BackIcon from '@mui/icons-material/ArrowBack'
import OverviewIcon from '@mui/icons-material/Dashboard'
import LegacyIcon from '@mui/icons-material/History'
import SpaceInfoIcon from '@mui/icons-material/InfoOutlined'
import CollapseIcon from '@mui/icons-material/KeyboardDoubleArrowLeft'
import DocumentationIcon from '@mui/icons-material/MenuBookOutlined'
import WebsiteIcon from '@mui/icons-material/Public'
import SimsIcon from '@mui/icons-material/SimCardOutlined'
import { Box } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { type ComponentType, Fragment, Suspense, useEffect, useId, useState } from 'react'
import { NavLink } from 'react-router-dom'
import { OVERVIEW_CAPABILITY } from '#contract/overview/capability'
import type { Permission } from '#contract/permissions'
import { VIEWS_CAPABILITY } from '#contract/views/capability'
import { addresses, guideAddress, spaceAddresses } from '../../addresses'
import { lazyPart } from '../../components/lazyPart'
import { segmentOf, useIsOffered } from '../../components/resource/definition'
import { useCapability, useConfig } from '../../config'
import { useCurrentSpace, useIsRestricted, useMay, usePermission } from '../../dataProvider/account'
import { useTranslate } from '../../i18n/translate'
import { setPreferences } from '../../preferences'
import { registry } from '../../resources/registry'
import { type Area, lastVisit } from '../areas'
import { MenuFrame } from './MenuFrame'

interface MenuItemProps {
  label: string
  icon: ComponentType
  to: string
  /** Marked as current on exactly this path only, not below it. */
  end?: boolean
  /** Why the entry is disabled. */
  reason?: string
}

/** One entry of the side menu. In the rail, its name appears beside the icon on hover and focus. */
function MenuItem({ label, icon: Icon, to, end, reason }: MenuItemProps) {
  const reasonId = useId()
  return (
    <li>
      {reason ? (
        <span role="link" tabIndex={0} aria-disabled aria-label={label} aria-describedby={reasonId}>
          <Icon />
          <span className="label">
            {label}
            <span id={reasonId} className="reason">
              {reason}
            </span>
          </span>
        </span>
      ) : (
        <NavLink to={to} end={end}>
          <Icon />
          <span className="label">{label}</span>
        </NavLink>
      )}
    </li>
  )
}

const resourcesOf = (area: 'account' | 'admin') => registry.filter(({ scope }) => scope === area)
const sections = registry
  .filter((resource) => resource.scope === 'space')
  .filter(({ under }) => under === undefined)

const MenuViews = lazyPart(() => import('../../components/views/MenuViews'), 'views')

/** Milliseconds after which the menu loads the views: the rows of the page come first. */
const VIEWS_AFTER = 1000

/** Whether the menu shows saved views by now. */
function useShowsViews(): boolean {
  const isOffered = useCapability(VIEWS_CAPABILITY)
  const mayRead = usePermission('space:view:read')
  const [isTime, setTime] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setTime(true), VIEWS_AFTER)
    return () => clearTimeout(timer)
  }, [])
  return isOffered && mayRead && isTime
}

/** The lists of a section: its own, and those that are reached from it. */
const listsOf = (name: string) => [
  name,
  ...registry.filter(({ under }) => under === name).map((one) => one.name),
]

/** The list of spaces and the sections of the current space; sections are dimmed until a space is selected. */
function CloudMenu({ spaceId, rail }: Pick<SideMenuProps, 'spaceId' | 'rail'>) {
  const translate = useTranslate()
  const groupId = useId()
  const isOffered = useIsOffered()
  const space = useCurrentSpace()
  const may = useMay()
  // Others read almost everything, and see in a page what they may not.
  const isRestricted = useIsRestricted()
  const isShown = (permission: Permission | undefined) => !isRestricted || may(permission)
  const hasOverview = useCapability(OVERVIEW_CAPABILITY) && isShown('space:overview:read')
  const showsViews = useShowsViews()
  const to = spaceAddresses(spaceId ?? '')
  const reason = spaceId ? undefined : translate('layout.menu.selectSpace')
  return (
    <>
      <ul>
        {resourcesOf('account').map(({ name, icon }) => (
          <MenuItem key={name} label={translate(`layout.titles.${name}`)} icon={icon} to={`/${name}`} end />
        ))}
      </ul>
      <p className="group" id={groupId}>
        {space?.name ?? translate(spaceId ? 'layout.menu.space' : 'layout.menu.selectSpace')}
      </p>
      <ul aria-labelledby={groupId}>
        {hasOverview && (
          <MenuItem
            label={translate('layout.menu.overview')}
            icon={OverviewIcon}
            to={to.overview()}
            reason={reason}
          />
        )}
        <MenuItem
          label={translate('layout.menu.spaceInfo')}
          icon={SpaceInfoIcon}
          to={to.space()}
          end
          reason={reason}
        />
        {sections
          .filter((one) => isOffered(one) && isShown(one.permissions.read))
          .map(({ name, icon }) => (
            <Fragment key={name}>
              <MenuItem
                label={translate(`layout.titles.${name}`)}
                icon={icon}
                to={to.list(name)}
                reason={reason}
              />
              {showsViews && spaceId && !rail && (
                <Suspense>
                  <MenuViews spaceId={spaceId} lists={listsOf(name)} />
                </Suspense>
              )}
            </Fragment>
          ))}
      </ul>
    </>
  )
}

function AdminMenu() {
  const translate = useTranslate()
  const isOffered = useIsOffered()
  return (
    <ul>
      <MenuItem label={translate('layout.menu.overview')} icon={OverviewIcon} to={addresses.admin} end />
      {resourcesOf('admin')
        .filter(isOffered)
        .map((definition) => (
          <MenuItem
            key={definition.name}
            label={translate(`layout.titles.${definition.name}`)}
            icon={definition.icon}
            to={`${addresses.admin}/${segmentOf(definition)}`}
          />
        ))}
      <MenuItem label={translate('layout.titles.sims')} icon={SimsIcon} to={addresses.adminSims} />
    </ul>
  )
}

/** The guides, and links to other sites from the configuration, which may name another documentation. */
function Links() {
  const translate = useTranslate()
  const { documentation, website, legacy } = useConfig().links
  const links = [
    {
      name: documentation ? 'documentation' : 'guides',
      icon: DocumentationIcon,
      to: documentation ?? guideAddress(),
    },
    { name: 'website', icon: WebsiteIcon, to: website },
    { name: 'legacy', icon: LegacyIcon, to: legacy },
  ] as const
  return links.map(
    ({ name, icon: Icon, to }) =>
      to && (
        <li key={name}>
          <a href={to} target="_blank" rel="noopener noreferrer">
            <Icon />
            <span className="label">{translate(`layout.menu.${name}`)}</span>
            <Box sx={visuallyHidden}>{`(${translate('layout.menu.newTab')})`}</Box>
          </a>
        </li>
      ),
  )
}

function CollapseButton({ isCollapsed }: { isCollapsed: boolean }) {
  const translate = useTranslate()
  return (
    <li>
      <button
        type="button"
        aria-expanded={!isCollapsed}
        onClick={() => setPreferences({ menuCollapsed: !isCollapsed })}
      >
        <CollapseIcon sx={{ transform: isCollapsed ? 'rotate(180deg)' : undefined }} />
        <span className="label">{translate(`layout.menu.${isCollapsed ? 'expand' : 'collapse'}`)}</span>
      </button>
    </li>
  )
}

interface SideMenuProps {
  area: Area
  /** The space whose sections are listed. */
  spaceId: string | undefined
  /** Shows icons only. */
  rail?: boolean
  /** The person may collapse and expand it. */
  collapsible?: boolean
}

/** Sections, links and the switch between areas. Rules, "Layout". */
export function SideMenu({ area, spaceId, rail = false, collapsible = false }: SideMenuProps) {
  const translate = useTranslate()
  const isAdmin = usePermission('admin:access')
  return (
    <MenuFrame aria-label={translate('layout.menu.label')} data-rail={rail || undefined}>
      {area === 'admin' ? <AdminMenu /> : <CloudMenu spaceId={spaceId} rail={rail} />}
      <ul className="end">
        <Links />
        {area === 'admin' && (
          <MenuItem
            label={translate('layout.menu.backToCloud')}
            icon={BackIcon}
            to={lastVisit('cloud')}
            end
          />
        )}
        {area === 'cloud' && isAdmin && (
          <MenuItem label={translate('layout.menu.adminArea')} icon={AdminIcon} to={lastVisit('admin')} end />
        )}
        {collapsible && <CollapseButton isCollapsed={rail} />}
      </ul>
    </MenuFrame>
  )
}
