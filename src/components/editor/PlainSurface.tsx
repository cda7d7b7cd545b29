import { styled } from '@mui/material'
import type { SurfaceProps } from './types'

/** Minimum and maximum height of an editor in px; it grows with its text. */
export const HEIGHT = { min: 160, max: 480 } as const

/** Padding around the text, in px. */
export const PADDING = 12

/** Height of a line of code, in px. */
export const LINE_HEIGHT = 20

export const CODE_FONT = {
  fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSize: 13,
} as const

const look = {
  ...CODE_FONT,
  display: 'block',
  boxSizing: 'border-box',
  width: '100%',
  minHeight: HEIGHT.min,
  maxHeight: HEIGHT.max,
  margin: 0,
  padding: PADDING,
  border: 0,
  overflow: 'auto',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  color: 'inherit',
  background: 'none',
} as const

const Area = styled('textarea')({ ...look, outline: 0, resize: 'vertical' })

/** The text while Monaco loads. */
export const Skeleton = styled('pre')(look)

/** A text area, for when Monaco cannot load. */
export function PlainSurface(props: SurfaceProps) {
  const { label, value, onChange, onBlur, onSubmit, inputRef, invalid, describedBy } = props
  return (
    <Area
      ref={inputRef}
      rows={value.split('\n').length}
      style={{ lineHeight: `${LINE_HEIGHT}px` }}
      aria-label={label}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      spellCheck={false}
      autoCapitalize="off"
      value={value}
      readOnly={!onChange}
      onChange={({ target }) => onChange?.(target.value)}
      onBlur={onBlur}
      onKeyDown={(event) => {
        if (!onSubmit || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        event.stopPropagation()
        onSubmit()
      }}
    />
  )
}
