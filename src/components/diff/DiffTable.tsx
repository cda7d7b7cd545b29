import { useMediaQuery, useTheme } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { type ComponentProps, memo, useMemo } from 'react'
import DiffViewer, { DiffMethod, LineNumberPrefix } from 'react-diff-viewer-continued'
import { useTranslate } from '../../i18n/translate'
import { nonce } from '../../theme'
import type { Part } from './body/compareBodies'
import { diffStyles } from './diffStyles'
import { CHANGED } from './useCurrentRows'

type GutterOf = NonNullable<ComponentProps<typeof DiffViewer>['renderGutter']>

/** The viewer's types of lines that only one body has. */
const CHANGES: Partial<Record<number, string>> = { 1: 'added', 2: 'removed' }

interface DiffTableProps {
  part: Part
  /** In one column, as it always is below 1024 px. */
  unified?: boolean
}

/** The viewer's table of one part of a comparison. A step must not render it again. */
export const DiffTable = memo(function DiffTable({ part, unified = false }: DiffTableProps) {
  const translate = useTranslate()
  const theme = useTheme()
  const isWide = useMediaQuery(theme.breakpoints.up('md'), { noSsr: true })
  const styles = useMemo(() => diffStyles(theme), [theme])

  // The viewer's own line numbers start at the same number on both sides.
  const gutter: GutterOf = ({ lineNumber, additionalLineNumber, type, prefix }) => {
    const number = lineNumber || additionalLineNumber
    const before = prefix === LineNumberPrefix.LEFT ? part.leftBefore : part.rightBefore
    const change = CHANGES[type]
    return (
      <td className="gutter" {...(change && { [CHANGED]: change })}>
        {change && <span style={visuallyHidden}>{translate(`diff.${change}`)} </span>}
        {number ? number + before : null}
      </td>
    )
  }

  return (
    <DiffViewer
      oldValue={part.left}
      newValue={part.right}
      splitView={isWide && !unified}
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
  )
})
