import KeptIcon from '@mui/icons-material/AutoDelete'
import MoveIcon from '@mui/icons-material/DriveFileMoveOutlined'
import AlertIcon from '@mui/icons-material/NotificationsNone'
import BootIcon from '@mui/icons-material/RestartAlt'
import SwapIcon from '@mui/icons-material/SwapHoriz'
import FirmwareIcon from '@mui/icons-material/SystemUpdateAlt'
import { Box, IconButton, Tooltip } from '@mui/material'
import type { TimeRange } from '../range'
import { groupsOf, type Mark, marksIn, useGroupLines } from './marks'

const ICONS = {
  replaced: SwapIcon,
  moved_here: MoveIcon,
  moved_away: MoveIcon,
  firmware: FirmwareIcon,
  boot: BootIcon,
  alert: AlertIcon,
  thinned: KeptIcon,
  deleted: KeptIcon,
} as const satisfies Record<Mark['kind'], unknown>

/** Most important first: its icon stands for a group. */
const WEIGHT: readonly Mark['kind'][] = [
  'alert',
  'deleted',
  'thinned',
  'replaced',
  'moved_here',
  'moved_away',
  'firmware',
  'boot',
]

const SIZE = 24

interface MarkRowProps {
  marks: readonly Mark[]
  range: TimeRange
  /** Position of the time axis, in pixels. */
  frame: { left: number; width: number }
}

/** Events of the device on the time axis; each has a tooltip. */
export function MarkRow({ marks, range, frame: { left, width } }: MarkRowProps) {
  const linesOf = useGroupLines()
  const { after, before } = range
  if (marks.length === 0) return null
  const perPixel = (before - after) / Math.max(width, 1)
  return (
    <Box sx={{ position: 'relative', height: SIZE }}>
      {groupsOf(marksIn(marks, range), SIZE * perPixel).map((group) => {
        const kind = WEIGHT.find((one) => group.marks.some((mark) => mark.kind === one)) ?? 'boot'
        const Icon = ICONS[kind]
        const lines = linesOf(group)
        return (
          <Tooltip
            key={group.at}
            enterTouchDelay={0}
            title={lines.map((line) => <div key={line}>{line}</div>)}
          >
            <IconButton
              size="small"
              aria-label={lines.join('; ')}
              sx={{
                position: 'absolute',
                left: left + (group.at - after) / perPixel - SIZE / 2,
                width: SIZE,
                height: SIZE,
                p: 0.25,
              }}
            >
              <Icon fontSize="inherit" />
            </IconButton>
          </Tooltip>
        )
      })}
    </Box>
  )
}
