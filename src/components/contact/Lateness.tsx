import WarningIcon from '@mui/icons-material/WarningAmberOutlined'
import { Chip } from '@mui/material'
import { useTranslate } from '../../i18n/translate'
import { useRhythm } from './useRhythm'

/** "3 intervals late" while a device is silent for longer than it ever was; nothing otherwise. */
export function Lateness({ deviceId }: { deviceId: string }) {
  const translate = useTranslate()
  const late = useRhythm(deviceId).rhythm?.late ?? 0
  if (late === 0) return null
  return (
    <Chip
      size="small"
      color="warning"
      variant="outlined"
      icon={<WarningIcon />}
      label={translate('contact.late', { smart_count: late })}
    />
  )
}
