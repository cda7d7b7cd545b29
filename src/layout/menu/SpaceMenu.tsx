import SpaceInfoIcon from '@mui/icons-material/InfoOutlined'
import { useId } from 'react'
import { spaceAddresses } from '../../addresses'
import { useCurrentSpace, usePermission } from '../../dataProvider/account'
import { useTranslate } from '../../i18n/translate'
import { registry } from '../../resources/registry'
import { MenuItem } from './MenuItem'

const sections = registry.filter((resource) => resource.scope === 'space')

interface SectionItemProps {
  section: (typeof sections)[number]
  spaceId: string | undefined
  onVisit?: () => void
}

function SectionItem({ section, spaceId, onVisit }: SectionItemProps) {
  const translate = useTranslate()
  const space = useCurrentSpace()
  const isPermitted = usePermission(section.permissions.read ?? 'space:read')
  const reasonOf = () => {
    if (!spaceId) return translate('layout.menu.selectSpace')
    return space && !isPermitted ? translate('common.notPermitted') : undefined
  }
  return (
    <MenuItem
      label={translate(`${section.name}.title`)}
      icon={section.icon}
      to={spaceAddresses(spaceId ?? '').list(section.name)}
      reason={reasonOf()}
      onVisit={onVisit}
    />
  )
}

/** Sections of the space that the page is in; dimmed until a space is selected. Spec 1, section 2, "Shared layout". */
export function SpaceMenu({ spaceId, onVisit }: { spaceId: string | undefined; onVisit?: () => void }) {
  const translate = useTranslate()
  const groupId = useId()
  const space = useCurrentSpace()
  return (
    <>
      <p className="group" id={groupId}>
        {space?.name ?? translate(spaceId ? 'layout.menu.space' : 'layout.menu.selectSpace')}
      </p>
      <ul aria-labelledby={groupId}>
        <MenuItem
          label={translate('layout.menu.spaceInfo')}
          icon={SpaceInfoIcon}
          to={spaceAddresses(spaceId ?? '').space()}
          end
          reason={spaceId ? undefined : translate('layout.menu.selectSpace')}
          onVisit={onVisit}
        />
        {sections.map((section) => (
          <SectionItem key={section.name} {...{ section, spaceId, onVisit }} />
        ))}
      </ul>
    </>
  )
}
