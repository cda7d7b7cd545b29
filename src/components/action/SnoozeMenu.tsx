import { Menu, MenuItem } from '@mui/material'
import { type ComponentProps, useState } from 'react'
import { useClock } from '../../clock'
import { SPANS, type Span, untilOf } from '../../clock/snooze'
import { PermissionButton } from './PermissionButton'

interface SnoozeMenuProps extends Omit<ComponentProps<typeof PermissionButton>, 'onClick'> {
  /** Label of a span. */
  textOf: (span: Span) => string
  /** Snoozes until a time in milliseconds since 1970. */
  onChoose: (until: number) => void
}

/** A button with a menu of snooze spans. */
export function SnoozeMenu({ textOf, onChoose, ...button }: SnoozeMenuProps) {
  const { zone } = useClock()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const choose = (span: Span) => {
    setAnchor(null)
    onChoose(untilOf(span, zone))
  }
  return (
    <>
      <PermissionButton
        {...button}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      />
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {SPANS.map((span) => (
          <MenuItem key={span} onClick={() => choose(span)}>
            {textOf(span)}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
