import { useTheme } from '@mui/material'
import { useMemo } from 'react'
import DiffViewer, { DiffMethod, type ReactDiffViewerProps } from 'react-diff-viewer-continued'
import { nonce } from '../../theme'
import { diffColors, Gutter, type LineChange } from './DiffTable'
import { Border } from './DiffView'

/** The viewer's types of lines that only one text has. */
const CHANGES: Partial<Record<number, LineChange>> = { 1: 'added', 2: 'removed' }

/** The same numbers, and the same words for screen readers, as in the table. */
const renderGutter: ReactDiffViewerProps['renderGutter'] = ({ lineNumber, additionalLineNumber, type }) => (
  <Gutter number={lineNumber || additionalLineNumber} change={CHANGES[type]} isCurrent={false} />
)

/** The viewer's tooltips are in English only; an empty title hides them. */
const renderContent = (text: string) => (
  <span title="" style={{ display: 'block' }}>
    {text}
  </span>
)

/** Two short texts, compared line by line and in one column by the diff viewer. */
export function TextViewer({ left, right }: { left: string; right: string }) {
  const theme = useTheme()
  const styles = useMemo(() => {
    const { added, removed, addedWord, removedWord, empty } = diffColors(theme)
    const colors = {
      diffViewerBackground: theme.palette.background.paper,
      diffViewerColor: theme.palette.text.primary,
      addedBackground: added,
      addedColor: theme.palette.text.primary,
      removedBackground: removed,
      removedColor: theme.palette.text.primary,
      wordAddedBackground: addedWord,
      wordRemovedBackground: removedWord,
      emptyLineBackground: empty,
      gutterColor: theme.palette.text.secondary,
    }
    return {
      variables: { light: colors, dark: colors },
      diffContainer: { minWidth: 'unset' },
      marker: { paddingInline: 6, textAlign: 'center', pre: { width: '100%' } },
    } as const
  }, [theme])
  return (
    <Border>
      <DiffViewer
        oldValue={left}
        newValue={right}
        splitView={false}
        compareMethod={DiffMethod.WORDS_WITH_SPACE}
        showDiffOnly={false}
        hideLineNumbers
        hideSummary
        renderGutter={renderGutter}
        renderContent={renderContent}
        styles={styles}
        nonce={nonce}
        // The texts are short, and the viewer leaves its worker running when it unmounts.
        disableWorker
      />
    </Border>
  )
}
