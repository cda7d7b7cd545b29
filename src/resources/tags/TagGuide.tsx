import KeyIcon from '@mui/icons-material/KeyOutlined'
import ReadIcon from '@mui/icons-material/LockOutlined'
import DeviceIcon from '@mui/icons-material/Memory'
import ConnectorIcon from '@mui/icons-material/WebhookOutlined'
import { Guide, Point, Tiles } from '../../components/guide/Guide'
import { useTranslate } from './texts'

const POINTS = [
  ['devices', DeviceIcon],
  ['connectors', ConnectorIcon],
  ['keys', KeyIcon],
  ['access', ReadIcon],
] as const

export default function TagGuide() {
  const translate = useTranslate()
  return (
    <Guide title={translate('tags.guide.title')}>
      <Tiles>
        {POINTS.map(([name, icon]) => (
          <Point
            key={name}
            icon={icon}
            title={translate(`tags.guide.${name}.title`)}
            text={translate(`tags.guide.${name}.text`)}
          />
        ))}
      </Tiles>
    </Guide>
  )
}
