import CsvIcon from '@mui/icons-material/FileDownloadOutlined'
import PictureIcon from '@mui/icons-material/ImageOutlined'
import ZoomInIcon from '@mui/icons-material/ZoomIn'
import ZoomOutIcon from '@mui/icons-material/ZoomOut'
import ResetIcon from '@mui/icons-material/ZoomOutMap'
import { Box, Button, IconButton, type IconButtonProps, Typography, useTheme } from '@mui/material'
import { useMemo, useRef } from 'react'
import { useClock, zoneSpanText } from '../../../clock'
import { download, fileName } from '../../../components/files'
import { csvWriter, type SheetWriter } from '../../../components/sheets/sheet'
import { type SheetSettings, sheetSettings, zoneOf } from '../../../components/sheets/sheetSettings'
import { xlsxWriter } from '../../../components/sheets/xlsx'
import { toast } from '../../../components/toast/toasts'
import { useWidth } from '../../../components/useWidth'
import type { Series, Span } from '../series'
import { useTranslate } from '../texts'
import { pictureOf, seriesFile } from './exports'
import { drawnLines, Lines, MARGIN } from './Lines'
import { Surface } from './Surface'
import { valueSpan, within, zoomed } from './view'

function Action({ name, ...props }: IconButtonProps & { name: 'zoomIn' | 'zoomOut' | 'reset' }) {
  const label = useTranslate()(`dashboard.chart.${name}`)
  return <IconButton size="small" aria-label={label} title={label} {...props} />
}

interface ChartProps {
  /** The shown lines. */
  series: readonly Series[]
  /** Time span of all readings. */
  extent: Span
  /** The shown part of it; null for all. */
  zoom: Span | null
  onZoom: (zoom: Span | null) => void
  /** Name of the device or tag, for the picture's title and for file names. */
  owner: string
}

/** The lines in a span that people can zoom and move, and their exports. */
export default function Chart({ series, extent, zoom, onZoom, owner }: ChartProps) {
  const translate = useTranslate()
  const theme = useTheme()
  const clock = useClock()
  const { ref, width } = useWidth()
  const frame = useRef<HTMLDivElement>(null)
  const span = zoom ?? extent
  const zone = useMemo(() => zoneSpanText(span[0], span[1], clock), [span, clock])
  const lines = useMemo(() => drawnLines(series, span, width), [series, span, width])
  const values = useMemo(() => valueSpan(lines.flatMap(({ data }) => data.map(({ y }) => y))), [lines])
  const height = width < 500 ? 260 : 380
  const change = (next: Span | null) =>
    onZoom(next && next[1] - next[0] < extent[1] - extent[0] ? within(next, extent) : null)

  const save = (content: Blob, extension: string) =>
    download(fileName('dashboard', owner, new Date(), extension), content)
  const saveTable = async (writerIn: (settings: SheetSettings, zone: string) => SheetWriter) => {
    const settings = sheetSettings()
    const writer = writerIn(settings, zoneOf(settings))
    const parts = await seriesFile(series, span, writer)
    save(new Blob([...parts], { type: writer.mediaType }), writer.extension)
  }
  const saveCsv = () => void saveTable(csvWriter)
  const saveXlsx = () => void saveTable((_settings, zoneOfTimes) => xlsxWriter(zoneOfTimes))
  const savePicture = async () => {
    const chart = frame.current?.querySelector('canvas')
    if (!chart) return
    try {
      save(await pictureOf({ chart, title: `${owner} (${zone})`, series, theme }), 'png')
    } catch {
      toast({ kind: 'error', title: translate('dashboard.chart.noPicture') })
    }
  }

  return (
    <Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5, mb: 1 }}>
        <Action name="zoomIn" onClick={() => change(zoomed(span, 0.5))}>
          <ZoomInIcon />
        </Action>
        <Action name="zoomOut" disabled={!zoom} onClick={() => change(zoomed(span, 2))}>
          <ZoomOutIcon />
        </Action>
        <Action name="reset" disabled={!zoom} onClick={() => change(null)}>
          <ResetIcon />
        </Action>
        <Typography variant="caption" color="text.secondary" sx={{ flex: 1, minWidth: 'max-content', px: 1 }}>
          {zone}
        </Typography>
        <Button size="small" startIcon={<PictureIcon />} onClick={() => void savePicture()}>
          PNG
        </Button>
        <Button size="small" startIcon={<CsvIcon />} onClick={saveCsv}>
          CSV
        </Button>
        <Button size="small" startIcon={<CsvIcon />} onClick={saveXlsx}>
          XLSX
        </Button>
      </Box>
      <Box ref={ref} sx={{ position: 'relative', minWidth: 0, overflow: 'hidden' }} style={{ height }}>
        {width > 0 && (
          <>
            <div ref={frame} style={{ width, height }} aria-hidden>
              <Lines {...{ lines, span, values, width, height }} />
            </div>
            <Surface
              {...{ series, span, values }}
              width={width - MARGIN.left - MARGIN.right}
              height={height - MARGIN.top - MARGIN.bottom}
              onZoom={change}
            />
          </>
        )}
      </Box>
    </Box>
  )
}
