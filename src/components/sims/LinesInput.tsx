import { Box, FormHelperText, InputLabel, styled } from '@mui/material'
import { Fragment, type ReactNode, type RefObject, useId, useRef } from 'react'
import { MONOSPACE } from '../json'

const Frame = styled('div')(({ theme }) => ({
  display: 'flex',
  height: 220,
  border: `1px solid ${theme.palette.text.disabled}`,
  borderRadius: theme.shape.borderRadius,
  overflow: 'hidden',
  backgroundColor: theme.palette.background.paper,
  '&:focus-within': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: -1 },
  '&[data-wrong]': { borderColor: theme.palette.error.main },
  '& > *': {
    margin: 0,
    padding: '8px 10px',
    // Phones zoom in on inputs with smaller text.
    fontSize: '1rem',
    lineHeight: '24px',
    fontFamily: MONOSPACE,
  },
  '& > div': {
    flex: 'none',
    minWidth: '4ch',
    overflow: 'hidden',
    textAlign: 'right',
    whiteSpace: 'pre',
    userSelect: 'none',
    color: theme.palette.text.secondary,
    backgroundColor: theme.palette.action.hover,
    mark: { color: theme.palette.error.main, backgroundColor: 'transparent', fontWeight: 700 },
  },
  '& > textarea': {
    flex: 1,
    minWidth: 0,
    border: 0,
    outline: 0,
    resize: 'none',
    whiteSpace: 'pre',
    overflow: 'auto',
    color: 'inherit',
    backgroundColor: 'transparent',
  },
}))

/** Numbers, one per line. */
const numbersText = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => `${from + index}\n`).join('')

/** Line numbers as one text; those of invalid lines are marked. */
function LineNumbers({ count, wrong }: { count: number; wrong: readonly number[] }) {
  const starts = [0, ...wrong]
  return starts.map((line, index) => (
    <Fragment key={line}>
      {line > 0 && <mark>{`✗ ${line}\n`}</mark>}
      <span>{numbersText(line + 1, wrong[index] ?? count + 1)}</span>
    </Fragment>
  ))
}

interface LinesInputProps {
  label: string
  hint: string
  value: string
  onChange: (value: string) => void
  /** Numbers of invalid lines, from 1, in order. */
  wrong: readonly number[]
  /** The error text. */
  error?: ReactNode
  input: RefObject<HTMLTextAreaElement | null>
}

/** A multi-line input with line numbers, which mark invalid lines. */
export function LinesInput({ label, hint, value, onChange, wrong, error, input }: LinesInputProps) {
  const id = useId()
  const numbers = useRef<HTMLDivElement>(null)
  const isWrong = wrong.length > 0
  return (
    <Box sx={{ mt: 2 }}>
      <InputLabel htmlFor={id} sx={{ mb: 0.5 }}>
        {label}
      </InputLabel>
      <Frame data-wrong={isWrong || undefined}>
        <div ref={numbers} aria-hidden="true">
          <LineNumbers count={value.split('\n').length} wrong={wrong} />
        </div>
        <textarea
          id={id}
          aria-label={label}
          ref={input}
          value={value}
          spellCheck={false}
          autoComplete="off"
          aria-invalid={isWrong}
          aria-describedby={`${id}-hint ${id}-error`}
          onChange={({ target }) => onChange(target.value)}
          onScroll={({ currentTarget }) => {
            if (numbers.current) numbers.current.scrollTop = currentTarget.scrollTop
          }}
        />
      </Frame>
      <FormHelperText id={`${id}-hint`}>{hint}</FormHelperText>
      <div id={`${id}-error`} role="alert">
        {error}
      </div>
    </Box>
  )
}
