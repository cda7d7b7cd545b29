import { Box } from '@mui/material'
import { encode } from 'uqr'

/** White modules around the code, which scanners need (ISO/IEC 18004). */
const QUIET_ZONE = 4

/** The dark modules as one path: each run in a row is a rectangle. */
export function pathOfModules(rows: readonly (readonly boolean[])[]): string {
  const runs: string[] = []
  rows.forEach((row, y) => {
    let from = 0
    row.forEach((isDark, x) => {
      if (!isDark) from = x + 1
      else if (!row[x + 1]) runs.push(`M${from} ${y}h${x + 1 - from}v1H${from}z`)
    })
  })
  return runs.join('')
}

/** A text as a QR code: black on white in both themes, because not every scanner reads the inverse. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: QUIET_ZONE })
  return (
    <Box
      component="svg"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      sx={{
        display: 'block',
        width: 200,
        maxWidth: '100%',
        height: 'auto',
        bgcolor: '#fff',
        borderRadius: 1,
      }}
    >
      <path d={pathOfModules(data)} fill="#000" />
    </Box>
  )
}
