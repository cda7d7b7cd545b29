import { styled, useMediaQuery, useTheme } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { type ComponentProps, useMemo, useRef } from 'react'
import { useTranslate } from 'react-admin'
import DiffViewer, { DiffMethod, LineNumberPrefix } from 'react-diff-viewer-continued'
import { nonce } from '../../../nonce'
import type { Part } from './body/compareBodies'
import { diffStyles } from './diffStyles'
import { CHANGED, useCurrentRows } from './useCurrentRows'

const Frame = styled('div')(({ theme }) => ({
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: theme.shape.borderRadius,
  overflow: 'hidden',
  // The right half of two.
  'td:nth-of-type(4):not(:last-of-type)': { borderInlineStart: `1px solid ${theme.palette.divider}` },
  'tr[data-current]': { boxShadow: `inset 4px 0 ${theme.palette.primary.main}` },
}))

const Gutter = styled('td')(({ theme }) => ({
  padding: '0 8px 0 4px',
  textAlign: 'right',
  fontFamily: 'monospace',
  userSelect: 'none',
  verticalAlign: 'top',
  color: theme.palette.text.secondary,
}))

type GutterOf = NonNullable<ComponentProps<typeof DiffViewer>['renderGutter']>

/** Its types of lines that only one body has. */
const CHANGES: Partial<Record<number, string>> = { 1: 'added', 2: 'removed' }

/** The viewer's table of one part of a comparison; unified below 1024 px. */
export function DiffView({ part, current }: { part: Part; current: number | null }) {
  const translate = useTranslate()
  const theme = useTheme()
  const isWide = useMediaQuery(theme.breakpoints.up('md'), { noSsr: true })
  const styles = useMemo(() => diffStyles(theme), [theme])
  const ref = useRef<HTMLDivElement>(null)
  useCurrentRows(ref, current)

  const gutter: GutterOf = ({ lineNumber, additionalLineNumber, type, prefix }) => {
    const number = lineNumber || additionalLineNumber
    const before = prefix === LineNumberPrefix.LEFT ? part.leftBefore : part.rightBefore
    const change = CHANGES[type]
    return (
      <Gutter {...(change && { [CHANGED]: change })}>
        {change && <span style={visuallyHidden}>{translate(`messages.compare.${change}`)} </span>}
        {number ? number + before : null}
      </Gutter>
    )
  }

  return (
    <Frame ref={ref}>
      <DiffViewer
        oldValue={part.left}
        newValue={part.right}
        splitView={isWide}
        compareMethod={DiffMethod.WORDS}
        showDiffOnly={false}
        hideLineNumbers
        hideSummary
        renderGutter={gutter}
        styles={styles}
        nonce={nonce}
        // A part is small, and a worker of the viewer's would be left running when the page is left.
        disableWorker
      />
    </Frame>
  )
}
