import { styled } from '@mui/material'
import { CODE_FONT, HEIGHT, LINE_HEIGHT, PADDING } from './look'
import type { SurfaceProps } from './types'

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

/** The text while the editor loads. */
export const Skeleton = styled('pre')(look)

/** An ordinary text area, where the editor cannot be loaded. */
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
