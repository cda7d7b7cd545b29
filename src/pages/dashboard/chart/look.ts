import type { Theme } from '@mui/material'

/** Space for the axes, in px. */
export const MARGIN = { top: 12, right: 16, bottom: 32, left: 60 } as const

/** More readings in one line than this are drawn on a canvas, fewer as SVG. */
export const SVG_MAX = 300

export const LINE_WIDTH = 1.75
export const DOT_RADIUS = 2.5

/** Colours of axes and grid, as nivo takes them. */
export const chartTheme = ({ palette, typography }: Theme) => ({
  text: { fill: palette.text.secondary, fontSize: 12, fontFamily: typography.fontFamily },
  axis: {
    domain: { line: { stroke: palette.divider, strokeWidth: 1 } },
    ticks: { line: { stroke: palette.divider, strokeWidth: 1 } },
  },
  grid: { line: { stroke: palette.divider, strokeWidth: 1 } },
})
