import { Box, Button, styled, useMediaQuery, useTheme } from '@mui/material'
import { createContext, memo, useContext, useEffect, useMemo, useReducer, useRef } from 'react'
import DiffViewer, { DiffMethod, type ReactDiffViewerProps } from 'react-diff-viewer-continued'
import { useTranslate } from '../../i18n/translate'
import { nonce } from '../../theme'
import type { Comparison } from './compareBodies'
import { DiffTable, diffColors, Gutter, type LineChange } from './DiffTable'

const Border = styled('div')(({ theme }) => ({
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: theme.shape.borderRadius,
  overflow: 'hidden',
  // The right one of two columns.
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

/** What the viewer's lines tell, and which of them belong to the current difference. A line is "L7" or "R7". */
const LinesContext = createContext({
  report: (_changed: string | null) => {},
  isCurrent: (_line: string): boolean => false,
})

interface ViewerGutterProps {
  line: string
  number: number
  change: LineChange | undefined
}

/** The viewer does not tell which lines differ, so its gutters report it. */
function ViewerGutter({ line, number, change }: ViewerGutterProps) {
  const { report, isCurrent } = useContext(LinesContext)
  useEffect(() => report(change ? line : null), [change, line, report])
  return <Gutter number={number || undefined} change={change} isCurrent={isCurrent(line)} />
}

/** The viewer's types of lines that only one text has. */
const CHANGES: Partial<Record<number, LineChange>> = { 1: 'added', 2: 'removed' }

const renderGutter: ReactDiffViewerProps['renderGutter'] = (data) => {
  const number = data.lineNumber || (data.additionalLineNumber ?? 0)
  return <ViewerGutter line={`${data.prefix}${number}`} number={number} change={CHANGES[data.type]} />
}

/** The viewer's tooltips are in English only; an empty title hides them. */
const renderContent = (text: string) => (
  <span title="" style={{ display: 'block' }}>
    {text}
  </span>
)

interface ViewerProps {
  left: string
  right: string
  /** In two columns. */
  split: boolean
}

/** The diff viewer. A step must not render it again. */
const Viewer = memo(function Viewer({ left, right, split }: ViewerProps) {
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
    <DiffViewer
      oldValue={left}
      newValue={right}
      splitView={split}
      compareMethod={DiffMethod.WORDS}
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
  )
})

/** The difference of each changed line. Both texts have the same lines between two differences. */
function differencesOf(changed: readonly string[]): ReadonlyMap<string, number> {
  const lines = new Set(changed)
  const differences = new Map<string, number>()
  let [left, right, difference] = [1, 1, -1]
  let wasChanged = false
  while (differences.size < lines.size) {
    const isLeft = lines.has(`L${left}`)
    const isRight = !isLeft && lines.has(`R${right}`)
    const isChanged = isLeft || isRight
    if (isChanged && !wasChanged) difference += 1
    if (isChanged) differences.set(isLeft ? `L${left}` : `R${right}`, difference)
    if (!isRight) left += 1
    if (!isLeft) right += 1
    wasChanged = isChanged
  }
  return differences
}

type TextsProps = ViewerProps & Required<Pick<DiffViewProps, 'current'>> & Pick<DiffViewProps, 'onCount'>

/** The differences of two short texts, which the viewer finds. */
function Texts({ left, right, split, current, onCount }: TextsProps) {
  const [changed, report] = useReducer(
    (lines: readonly string[] | null, line: string | null) =>
      line === null ? (lines ?? []) : [...(lines ?? []), line],
    null,
  )
  const differences = useMemo(() => changed && differencesOf(changed), [changed])
  const count = differences && new Set(differences.values()).size
  useEffect(() => {
    if (count !== null) onCount?.(count)
  }, [count, onCount])
  const lines = useMemo(
    () => ({
      report,
      isCurrent: (line: string) => current !== null && differences?.get(line) === current,
    }),
    [differences, current],
  )
  return (
    <LinesContext value={lines}>
      <Viewer left={left} right={right} split={split} />
    </LinesContext>
  )
}

interface DiffViewProps {
  comparison: Comparison
  /** Index of the part that is shown. */
  shown: number
  /** Index of the current difference in the part. */
  current?: number | null
  /** In one column, as it always is below 1024 px. */
  unified?: boolean
  /** Called with the number of differences that the viewer finds in short texts. */
  onCount?: (differences: number) => void
}

/** The differences of two bodies; the current one is marked and scrolled to. */
export function DiffView({ comparison, shown, current = null, unified = false, onCount }: DiffViewProps) {
  const theme = useTheme()
  const split = useMediaQuery(theme.breakpoints.up('md'), { noSsr: true }) && !unified
  const frame = useRef<HTMLDivElement>(null)
  // Short texts have no parts.
  const part = comparison.kind === 'texts' ? null : comparison.parts[shown]
  useEffect(() => {
    if (part === undefined || current === null) return
    frame.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' })
  }, [part, current])

  if (part === undefined) return null
  return (
    <Border ref={frame}>
      {comparison.kind === 'texts' && (
        <Texts
          key={`${comparison.left}\0${comparison.right}`}
          {...comparison}
          {...{ split, current, onCount }}
        />
      )}
      {part && <DiffTable key={shown} {...{ part, current, split }} />}
    </Border>
  )
}

interface PartBarProps extends Pick<DiffViewProps, 'comparison' | 'shown'> {
  showPart: (part: number) => void
}

/** Leads through the parts of long bodies. */
export function PartBar({ comparison, shown, showPart }: PartBarProps) {
  const translate = useTranslate()
  const count = comparison.kind === 'parts' ? comparison.parts.length : 1
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
