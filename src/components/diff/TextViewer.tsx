import { useTheme } from '@mui/material'
import { useLayoutEffect, useMemo, useRef } from 'react'
import DiffViewer, { DiffMethod, type ReactDiffViewerProps } from 'react-diff-viewer-continued'
import { nonce } from '../../theme'
import { diffColors, Gutter, type LineChange } from './DiffTable'
import { Border } from './DiffView'
import { useTranslate } from './texts'

/** The viewer's codes for lines that only one text has. */
const CHANGES: Partial<Record<number, LineChange>> = { 1: 'added', 2: 'removed' }

/** Uses the line numbers and screen reader texts of the table. */
const renderGutter: ReactDiffViewerProps['renderGutter'] = ({ lineNumber, additionalLineNumber, type }) => (
  <Gutter number={lineNumber || additionalLineNumber} change={CHANGES[type]} isCurrent={false} />
)

/**
 * The viewer moves an empty line below the lines that follow it. A carriage return, which no line contains, prevents
 * that and shows as a space.
 */
const withFilledLines = (text: string) => text.replaceAll(/^(?=\n)/gm, '\r')

/** The viewer's tooltips are only in English; an empty title hides them. */
const renderContent = (text: string) => (
  <span title="" style={{ display: 'block' }}>
    {text}
  </span>
)

/** Text of the button that unfolds common lines. When the button disappears, the focus stays in the difference. */
function Unfold({ count }: { count: number }) {
  const translate = useTranslate()
  const text = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const { current } = text
    // The viewer also makes the row a button, but one without keyboard support.
    for (const name of ['role', 'tabindex']) current?.closest('tr')?.removeAttribute(name)
    return () => {
      if (current?.parentElement === document.activeElement)
        current?.closest<HTMLElement>('[role="region"]')?.focus({ preventScroll: true })
    }
  }, [])
  return <span ref={text}>{translate('diff.unfold', { smart_count: count })}</span>
}

const renderFold = (count: number) => <Unfold count={count} />

/** Compares two short texts line by line in one column of the diff viewer, which folds common lines. */
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
      codeFoldBackground: theme.palette.action.hover,
      codeFoldGutterBackground: 'transparent',
    }
    return {
      variables: { light: colors, dark: colors },
      diffContainer: { minWidth: 'unset' },
      marker: { paddingInline: 6, textAlign: 'center', pre: { width: '100%' } },
      // The fold row has more cells than other rows.
      codeFold: { '& td:nth-of-type(n+4)': { display: 'none' } },
      codeFoldExpandButton: {
        fontFamily: theme.typography.fontFamily,
        fontSize: 14,
        fontWeight: 400,
        width: '100%',
        padding: 4,
        background: 'none',
        color: theme.palette.primary.main,
        '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: -2 },
      },
    } as const
  }, [theme])
  return (
    <Border>
      <DiffViewer
        oldValue={withFilledLines(left)}
        newValue={withFilledLines(right)}
        splitView={false}
        compareMethod={DiffMethod.WORDS_WITH_SPACE}
        showDiffOnly={left !== right}
        codeFoldMessageRenderer={renderFold}
        hideLineNumbers
        hideSummary
        renderGutter={renderGutter}
        renderContent={renderContent}
        styles={styles}
        nonce={nonce}
        // The texts are short, and the viewer does not stop its worker when it unmounts.
        disableWorker
      />
    </Border>
  )
}
