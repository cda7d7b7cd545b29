import { Button, type ButtonProps, CircularProgress } from '@mui/material'
import type { MouseEvent } from 'react'

/** Ignores a click. */
export const ignore = (event: MouseEvent) => {
  event.preventDefault()
  event.stopPropagation()
}

// Hides the text but not its colour, which the spinner inherits.
const covered = {
  WebkitTextFillColor: 'transparent',
  '& > svg, & > .MuiButton-icon': { visibility: 'hidden' },
}
const centered = { position: 'absolute', inset: 0, m: 'auto' }

/** MUI's button, but never disabled while it loads, because that would lose the focus. Clicks are ignored meanwhile. */
export function LoadingButton(props: ButtonProps) {
  const { loading, loadingPosition = 'center', startIcon, sx, children, ...others } = props
  if (!loading) return <Button {...props} loading={null} />
  const isCentered = loadingPosition === 'center'
  const spinner = <CircularProgress aria-hidden color="inherit" size={16} sx={isCentered ? centered : null} />
  return (
    <Button
      {...others}
      disabled={false}
      aria-busy
      aria-disabled
      onClick={ignore}
      startIcon={isCentered ? startIcon : spinner}
      sx={[isCentered && covered, ...(Array.isArray(sx) ? sx : [sx])]}
    >
      {children}
      {isCentered && spinner}
    </Button>
  )
}
