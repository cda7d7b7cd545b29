import { Box, Button, styled, useMediaQuery, useTheme } from '@mui/material'
import { useEffect, useRef } from 'react'
import type { Comparison } from './compareBodies'
import { DiffTable } from './DiffTable'
import { useTranslate } from './texts'

/** The border around a difference. */
export const Border = styled('div')(({ theme }) => ({
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: theme.shape.borderRadius,
  overflow: 'hidden',
  // The right column.
  'td:nth-of-type(4):not(:last-of-type)': { borderInlineStart: `1px solid ${theme.palette.divider}` },
  'tr:has([aria-current])': { boxShadow: `inset 4px 0 ${theme.palette.primary.main}` },
  '.gutter': {
    padding: '0 8px 0 4px',
    textAlign: 'right',
    fontFamily: 'monospace',
    userSelect: 'none',
    verticalAlign: 'top',
    color: theme.palette.text.secondary,
  },
}))

interface DiffViewProps {
  comparison: Comparison
  /** Index of the part shown. */
  shown: number
  /** Index of the current difference in the part. */
  current?: number | null
  /** Shows one column, as always below 768 px. */
  unified?: boolean
}

/** The differences of two bodies. The current one is marked and scrolled into view. */
export function DiffView({ comparison, shown, current = null, unified = false }: DiffViewProps) {
  const theme = useTheme()
  const split = useMediaQuery(theme.breakpoints.up('sm'), { noSsr: true }) && !unified
  const frame = useRef<HTMLDivElement>(null)
  const part = comparison.parts[shown]
  useEffect(() => {
    if (part === undefined || current === null) return
    frame.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' })
  }, [part, current])

  if (part === undefined) return null
  return (
    <Border ref={frame}>
      <DiffTable key={shown} {...{ part, current, split }} />
    </Border>
  )
}

interface PartBarProps extends Pick<DiffViewProps, 'comparison' | 'shown'> {
  showPart: (part: number) => void
}

/** Navigation between the parts of long bodies. */
export function PartBar({ comparison, shown, showPart }: PartBarProps) {
  const translate = useTranslate()
  const count = comparison.parts.length
  if (count < 2) return null
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
      <Box component="span" sx={{ color: 'text.secondary', flex: '1 1 240px' }}>
        {translate('diff.parted')}
      </Box>
      <Button size="small" disabled={shown === 0} onClick={() => showPart(shown - 1)}>
        {translate('diff.previousPart')}
      </Button>
      <output>{translate('diff.part', { part: shown + 1, count })}</output>
      <Button size="small" disabled={shown === count - 1} onClick={() => showPart(shown + 1)}>
        {translate('diff.nextPart')}
      </Button>
    </Box>
  )
}
