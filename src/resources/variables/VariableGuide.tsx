import DeviceIcon from '@mui/icons-material/Memory'
import ImportIcon from '@mui/icons-material/UploadFileOutlined'
import ConnectorIcon from '@mui/icons-material/WebhookOutlined'
import { Guide, Point, Tiles } from '../../components/guide/Guide'
import { useTranslate } from './texts'

const POINTS = [
  ['devices', DeviceIcon],
  ['connectors', ConnectorIcon],
  ['import', ImportIcon],
] as const

/** Explains variables and their import. */
export default function VariableGuide() {
  const translate = useTranslate()
  return (
    <Guide title={translate('variables.guide.title')}>
      <Tiles>
        {POINTS.map(([name, icon]) => (
          <Point
            key={name}
            icon={icon}
            title={translate(`variables.guide.${name}.title`)}
            text={translate(`variables.guide.${name}.text`)}
          />
        ))}
      </Tiles>
    </Guide>
  )
}
