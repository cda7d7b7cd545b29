import { Box, useTheme } from '@mui/material'
import { useMemo, useRef, useState } from 'react'
import { download, fileName } from '../../../components/files'
import { toast } from '../../../components/toast/toasts'
import { useWidth } from '../../../components/useWidth'
import { useTranslate } from '../../../i18n/translate'
import { seriesCsv } from '../series/csv'
import type { Series } from '../series/series'
import { ChartActions } from './ChartActions'
import Lines from './Lines'
import { drawnLines } from './lines'
import { MARGIN } from './look'
import { pictureOf } from './picture'
import { Surface } from './Surface'
import { type Span, valueSpan, within, zoomed } from './view'

/** In px, on a phone and on wider pages. */
const HEIGHT = { narrow: 260, wide: 380 }
const NARROW = 500

interface ChartProps {
  /** The lines that are shown. */
  series: readonly Series[]
  /** All the time that there is. */
  extent: Span
  /** Whose readings they are: title of the picture, and part of the files' names. */
  owner: string
}

/** The lines in a stretch of time that can be chosen, and its exports. */
export default function Chart({ series, extent, owner }: ChartProps) {
  const translate = useTranslate()
  const theme = useTheme()
  const { ref, width } = useWidth()
  const frame = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState<Span | null>(null)
  const span = useMemo(() => (zoom ? within(zoom, extent) : extent), [zoom, extent])
  const lines = useMemo(() => drawnLines(series, span, width), [series, span, width])
  const values = useMemo(
    () => valueSpan(lines.map(({ data }) => data.map(({ x, y }) => ({ time: x.getTime(), value: y })))),
    [lines],
  )
  const height = width < NARROW ? HEIGHT.narrow : HEIGHT.wide
  const change = (next: Span | null) =>
    setZoom(next && next[1] - next[0] < extent[1] - extent[0] ? within(next, extent) : null)

  const save = (content: Blob, extension: string) =>
    download(fileName('dashboard', owner, new Date(), extension), content)
  const saveCsv = () => save(new Blob([seriesCsv(series, span)], { type: 'text/csv;charset=utf-8' }), 'csv')
  const savePicture = async () => {
    if (!frame.current) return
    try {
      save(await pictureOf({ frame: frame.current, title: owner, series, theme }), 'png')
    } catch {
      toast({ kind: 'error', title: translate('dashboard.chart.noPicture') })
    }
  }

  return (
    <Box>
      <ChartActions
        isZoomed={zoom !== null}
        onZoomIn={() => change(zoomed(span, 0.5))}
        onZoomOut={() => change(zoomed(span, 2))}
        onReset={() => change(null)}
        onPicture={() => void savePicture()}
        onCsv={saveCsv}
      />
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
