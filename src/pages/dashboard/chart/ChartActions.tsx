import CsvIcon from '@mui/icons-material/FileDownloadOutlined'
import PictureIcon from '@mui/icons-material/ImageOutlined'
import ZoomInIcon from '@mui/icons-material/ZoomIn'
import ZoomOutIcon from '@mui/icons-material/ZoomOut'
import ResetIcon from '@mui/icons-material/ZoomOutMap'
import { Box, Button, IconButton } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslate } from '../../../i18n/translate'

interface ChartActionsProps {
  isZoomed: boolean
  onZoomIn: () => void
  onZoomOut: () => void
  onReset: () => void
  onPicture: () => void
  onCsv: () => void
}

function Action({
  label,
  icon,
  ...props
}: {
  label: string
  icon: ReactNode
  disabled?: boolean
  onClick: () => void
}) {
  return (
    <IconButton size="small" aria-label={label} title={label} {...props}>
      {icon}
    </IconButton>
  )
}

/** What can be done with the chart. */
export function ChartActions(props: ChartActionsProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`dashboard.chart.${key}`)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5, mb: 1 }}>
      <Action label={text('zoomIn')} icon={<ZoomInIcon />} onClick={props.onZoomIn} />
      <Action
        label={text('zoomOut')}
        icon={<ZoomOutIcon />}
        disabled={!props.isZoomed}
        onClick={props.onZoomOut}
      />
      <Action label={text('reset')} icon={<ResetIcon />} disabled={!props.isZoomed} onClick={props.onReset} />
      <Box sx={{ flex: 1 }} />
      <Button size="small" startIcon={<PictureIcon />} onClick={props.onPicture}>
        PNG
      </Button>
      <Button size="small" startIcon={<CsvIcon />} onClick={props.onCsv}>
        CSV
      </Button>
    </Box>
  )
}
