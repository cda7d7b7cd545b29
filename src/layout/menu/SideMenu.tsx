import AdminIcon from '@mui/icons-material/AdminPanelSettings'
import BackIcon from '@mui/icons-material/ArrowBack'
import OverviewIcon from '@mui/icons-material/Dashboard'
import LegacyIcon from '@mui/icons-material/History'
import CollapseIcon from '@mui/icons-material/KeyboardDoubleArrowLeft'
import DocumentationIcon from '@mui/icons-material/MenuBookOutlined'
import WebsiteIcon from '@mui/icons-material/Public'
import { useConfig } from '../../config'
import { usePermission } from '../../dataProvider/account'
import { useTranslate } from '../../i18n/translate'
import { setPreferences } from '../../preferences'
import { registry } from '../../resources/registry'
import { type Area, lastVisit } from '../areas'
import { MenuFrame } from './MenuFrame'
import { MenuItem } from './MenuItem'
import { SpaceMenu } from './SpaceMenu'

const LINK_ICONS = { documentation: DocumentationIcon, website: WebsiteIcon, legacy: LegacyIcon }
const LINKS = ['documentation', 'website', 'legacy'] as const

interface VisitProps {
  onVisit?: () => void
}

function ResourceItems({ scope, onVisit }: { scope: 'account' | 'admin' } & VisitProps) {
  const translate = useTranslate()
  return registry
    .filter((resource) => resource.scope === scope)
    .map(({ name, icon }) => (
      <MenuItem
        key={name}
        label={translate(`layout.sections.${name}`)}
        icon={icon}
        to={scope === 'admin' ? `/admin/${name}` : `/${name}`}
        end={scope === 'account'}
        onVisit={onVisit}
      />
    ))
}

function CloudMenu({ spaceId, onVisit }: { spaceId: string | undefined } & VisitProps) {
  return (
    <>
      <ul>
        <ResourceItems scope="account" onVisit={onVisit} />
      </ul>
      <SpaceMenu spaceId={spaceId} onVisit={onVisit} />
    </>
  )
}

function AdminMenu({ onVisit }: VisitProps) {
  const translate = useTranslate()
  return (
    <ul>
      <MenuItem
        label={translate('layout.menu.overview')}
        icon={OverviewIcon}
        to="/admin"
        end
        onVisit={onVisit}
      />
      <ResourceItems scope="admin" onVisit={onVisit} />
    </ul>
  )
}

function Links() {
  const translate = useTranslate()
  const { links } = useConfig()
  return LINKS.map((name) => {
    const to = links[name]
    return (
      to && (
        <MenuItem
          key={name}
          label={translate(`layout.menu.${name}`)}
          icon={LINK_ICONS[name]}
          to={to}
          external={translate('layout.menu.newTab')}
        />
      )
    )
  })
}

function AreaSwitch({ area, onVisit }: { area: Area } & VisitProps) {
  const translate = useTranslate()
  if (area === 'admin')
    return (
      <MenuItem
        label={translate('layout.menu.backToCloud')}
        icon={BackIcon}
        to={lastVisit('cloud')}
        end
        onVisit={onVisit}
      />
    )
  return (
    <MenuItem
      label={translate('layout.menu.adminArea')}
      icon={AdminIcon}
      to={lastVisit('admin')}
      end
      onVisit={onVisit}
    />
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

interface SideMenuProps extends VisitProps {
  area: Area
  /** The space whose sections are offered. */
  spaceId: string | undefined
  /** Icons only. */
  rail?: boolean
  /** The user may collapse and expand it. */
  collapsible?: boolean
}

/** Sections, links and the way between the areas. Spec 1, section 2, "Shared layout". */
export function SideMenu({ area, spaceId, rail = false, collapsible = false, onVisit }: SideMenuProps) {
  const translate = useTranslate()
  const isAdmin = usePermission('admin:access')
  return (
    <MenuFrame aria-label={translate('layout.menu.label')} data-rail={rail || undefined}>
      {area === 'admin' ? <AdminMenu onVisit={onVisit} /> : <CloudMenu spaceId={spaceId} onVisit={onVisit} />}
      <ul className="end">
        <Links />
        {(isAdmin || area === 'admin') && <AreaSwitch area={area} onVisit={onVisit} />}
        {collapsible && <CollapseButton isCollapsed={rail} />}
      </ul>
    </MenuFrame>
  )
}
