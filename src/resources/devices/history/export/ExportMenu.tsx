import ExportIcon from '@mui/icons-material/FileDownloadOutlined'
import { Button, Menu, MenuItem, useTheme } from '@mui/material'
import { type RefObject, useState } from 'react'
import type { Device } from '#contract/devices'
import { formatRange, useClock } from '../../../../clock'
import { download, fileName } from '../../../../components/files'
import { lazyPart, PartFrame } from '../../../../components/lazyPart'
import type { DrawnSeries, Line } from '../chart/lines'
import type { TimeRange } from '../range'
import { useTranslate } from '../texts'

const HistoryExport = lazyPart(() => import('./HistoryExport'))

interface ExportMenuProps {
  device: Device
  chosen: readonly DrawnSeries[]
  /** All lines of the chart, and the drawn ones. */
  all: readonly Line[]
  lines: readonly Line[]
  /** The tag has more devices than the limit. */
  hasMore: boolean
  range: TimeRange
  /** Element around the chart's canvas. */
  frame: RefObject<HTMLElement | null>
}

/** Exports the chart: its values, or a picture of it. */
export function ExportMenu({ device, chosen, all, lines, hasMore, range, frame }: ExportMenuProps) {
  const translate = useTranslate()
  const clock = useClock()
  const theme = useTheme()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isExporting, setExporting] = useState(false)
  const close = () => setAnchor(null)
  const named = {
    devices: new Map(
      all.map(({ deviceId, name, shift }) => [deviceId, (shift === 0 && name) || device.name]),
    ),
    series: new Map(chosen.map(({ path, label, unit }) => [path, { label, unit }])),
  }
  const savePicture = async () => {
    close()
    const plot = frame.current?.querySelector('canvas')
    if (!plot) return
    const { pictureOf } = await import('./picture')
    const subtitle = formatRange(range.after, range.before, clock)
    const picture = await pictureOf({ plot, title: device.name, subtitle, lines, theme })
    if (picture) download(fileName('history', device.name, new Date(), 'png'), picture)
  }
  return (
    <>
      <Button
        size="small"
        startIcon={<ExportIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {translate('devices.history.export')}
      </Button>
      {anchor && (
        <Menu open anchorEl={anchor} onClose={close}>
          <MenuItem
            onClick={() => {
              close()
              setExporting(true)
            }}
          >
            {translate('devices.history.exportValues')}
          </MenuItem>
          <MenuItem onClick={() => void savePicture()}>{translate('devices.history.exportPicture')}</MenuItem>
        </Menu>
      )}
      {isExporting && (
        <PartFrame onClose={() => setExporting(false)}>
          <HistoryExport
            {...{ named, range, hasMore }}
            shifts={all.map(({ shift }) => shift)}
            owner={device.name}
            onClose={() => setExporting(false)}
          />
        </PartFrame>
      )}
    </>
  )
}
