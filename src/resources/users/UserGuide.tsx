import AdminIcon from '@mui/icons-material/AdminPanelSettingsOutlined'
import InviteIcon from '@mui/icons-material/MailOutlined'
import UserIcon from '@mui/icons-material/PersonOutlined'
import { Guide, Point, Tiles } from '../../components/guide/Guide'
import { useTranslate } from './texts'

const POINTS = [
  ['invitation', InviteIcon],
  ['user', UserIcon],
  ['admin', AdminIcon],
] as const

/** Explains invitations and roles. */
export default function UserGuide() {
  const translate = useTranslate()
  return (
    <Guide title={translate('users.guide.title')}>
      <Tiles>
        {POINTS.map(([name, icon]) => (
          <Point
            key={name}
            icon={icon}
            title={translate(`users.guide.${name}.title`)}
            text={translate(`users.guide.${name}.text`)}
          />
        ))}
      </Tiles>
    </Guide>
  )
}
