import { Alert, Box, LinearProgress } from '@mui/material'
import { type PropsWithChildren, useMemo, useState } from 'react'
import { useComputed } from '../../dataProvider/answers'
import { linesOf, MAX_LINE_LENGTH, PART_LINES, type Question } from './compareBodies'
import { compareInWorker } from './compareInWorker'
import { DiffView, PartBar } from './DiffView'
import { TextViewer } from './TextViewer'
import { useTranslate } from './texts'

const OPTIONS = { ignoreVolatile: false, sortKeys: false }

type Texts = Pick<Question, 'left' | 'right'>

interface TextDifferenceProps extends Texts {
  /** Accessible name of the difference. */
  label: string
  /** Shown if both texts are the same. */
  same?: string
}

/** A text with a line break after each line, as the viewer needs it; null if it is too long for the viewer. */
function shortText(text: string | null): string | null {
  if (text !== null && text.length > PART_LINES * MAX_LINE_LENGTH) return null
  const lines = linesOf(text, OPTIONS)
  return lines.length > PART_LINES ? null : lines.map((line) => `${line}\n`).join('')
}

/** Compares two texts: short ones line by line in the diff viewer, longer ones in parts. JSON is indented first. */
export default function TextDifference({ left, right, ...names }: TextDifferenceProps) {
  const [before, after] = useMemo(() => [shortText(left), shortText(right)], [left, right])
  if (before === null || after === null) return <LongTexts {...{ left, right, ...names }} />
  return (
    <>
      {before === after && <Same>{names.same}</Same>}
      {(before !== '' || after !== '') && (
        <Scrolling label={names.label}>
          <TextViewer left={before} right={after} />
        </Scrolling>
      )}
    </>
  )
}

/** Two long texts, compared in a worker. */
function LongTexts({ left, right, label, same }: TextDifferenceProps) {
  const translate = useTranslate()
  const [shown, setShown] = useState(0)
  const { data: comparison, isError } = useComputed(
    'comparison',
    [left, right],
    (signal) => compareInWorker({ left, right, ...OPTIONS }, signal),
    { gcTime: 0, placeholderData: (before) => before },
  )
  if (isError) return <Alert severity="error">{translate('diff.failed')}</Alert>
  if (!comparison) return <LinearProgress aria-label={translate('diff.working')} />
  const index = Math.min(shown, comparison.parts.length - 1)
  return (
    <>
      {comparison.parts.every(({ differences }) => differences === 0) && <Same>{same}</Same>}
      <PartBar comparison={comparison} shown={index} showPart={setShown} />
      <Scrolling label={label}>
        <DiffView comparison={comparison} shown={index} unified />
      </Scrolling>
    </>
  )
}

/** Notes that both texts are the same, if there is a text for it. */
function Same({ children }: PropsWithChildren) {
  return children ? (
    <Alert severity="info" sx={{ mb: 2 }}>
      {children}
    </Alert>
  ) : null
}

/** A box that scrolls if it is taller than most of the window. */
function Scrolling({ label, children }: PropsWithChildren<{ label: string }>) {
  return (
    <Box
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must reach scrollable content
      tabIndex={0}
      role="region"
      aria-label={label}
      sx={{ maxHeight: '70vh', overflow: 'auto' }}
    >
      {children}
    </Box>
  )
}
