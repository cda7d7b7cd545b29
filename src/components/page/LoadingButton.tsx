import { Button, type ButtonProps, CircularProgress } from '@mui/material'
import type { MouseEvent } from 'react'

const ignore = (event: MouseEvent) => {
  event.preventDefault()
  event.stopPropagation()
}

// The spinner has the colour of the text, which it covers.
const covered = {
  WebkitTextFillColor: 'transparent',
  '& > svg, & > .MuiButton-icon': { visibility: 'hidden' },
}

/** MUI's button, which is not disabled while it loads: that would take the focus away. It takes no second press meanwhile. */
export function LoadingButton({ loading, onClick, sx, children, ...props }: ButtonProps) {
  const isLoading = loading === true
  return (
    <Button
      {...props}
      {...(isLoading && { 'aria-busy': true, 'aria-disabled': true })}
      onClick={isLoading ? ignore : onClick}
      sx={[isLoading && covered, ...(Array.isArray(sx) ? sx : [sx])]}
    >
      {children}
      {isLoading && (
        <CircularProgress
          aria-hidden
          color="inherit"
          size={16}
          sx={{ position: 'absolute', inset: 0, m: 'auto' }}
        />
      )}
    </Button>
  )
}
