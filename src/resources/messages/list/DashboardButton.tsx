import ChartIcon from '@mui/icons-material/ShowChart'
import { Button } from '@mui/material'
import { Link } from 'react-router-dom'
import { usePermission } from '../../../dataProvider/account'
import { useSpaceId } from '../../../dataProvider/SpaceProvider'
import { useTranslate } from '../../../i18n/translate'

/** To the chart of a device's or a tag's data; for system administrators only. Spec 2, sections 2 and 6. */
export function DashboardButton({ query }: { query: { deviceId: string } | { tagId: string } }) {
  const translate = useTranslate()
  const spaceId = useSpaceId()
  if (!usePermission('admin:access')) return null
  return (
    <Button
      component={Link}
      to={`/space/${spaceId}/dashboard?${new URLSearchParams(query)}`}
      variant="outlined"
      startIcon={<ChartIcon />}
    >
      {translate('messages.list.dashboard')}
    </Button>
  )
}
