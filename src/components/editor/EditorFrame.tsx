import { Box, FormHelperText, styled } from '@mui/material'
import type { ReactNode } from 'react'

const Surface = styled('div', { shouldForwardProp: (name) => name !== 'invalid' })<{ invalid: boolean }>(
  ({ theme, invalid }) => {
    const { palette } = theme
    const color = invalid ? palette.error.main : palette.primary.main
    return {
      border: `1px solid ${invalid ? color : palette.text.disabled}`,
      borderRadius: theme.shape.borderRadius,
      backgroundColor: palette.background.paper,
      overflow: 'hidden',
      '&:focus-within': { borderColor: color, outline: `1px solid ${color}` },
    }
  },
)

interface EditorFrameProps {
  label: string
  /** Id for the text below. */
  textId: string
  error?: ReactNode
  hint?: ReactNode
  /** Below that text. */
  footer?: ReactNode
  children: ReactNode
}

/** Label, border and the text below of an editor, whichever it is. */
export function EditorFrame({ label, textId, error, hint, footer, children }: EditorFrameProps) {
  const invalid = Boolean(error)
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box
        aria-hidden
        sx={{ mb: 0.75, fontSize: '0.875rem', color: invalid ? 'error.main' : 'text.secondary' }}
      >
        {label}
      </Box>
      <Surface invalid={invalid}>{children}</Surface>
      <FormHelperText id={textId} error={invalid} role={invalid ? 'alert' : undefined} component="div">
        {error ?? hint}
      </FormHelperText>
      {footer}
    </Box>
  )
}
