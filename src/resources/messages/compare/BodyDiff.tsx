import NextIcon from '@mui/icons-material/ArrowDownward'
import PreviousIcon from '@mui/icons-material/ArrowUpward'
import { Alert, Button, FormControlLabel, LinearProgress, Switch, styled } from '@mui/material'
import { useState } from 'react'
import type { Message } from '#contract/messages'
import type { CompareOptions } from '../../../components/diff/compareBodies'
import { compareInWorker } from '../../../components/diff/compareInWorker'
import { DiffView, PartBar } from '../../../components/diff/DiffView'
import { msg as diffMsg } from '../../../components/diff/texts'
import { ActionAlert, Section, useAddressSwitch } from '../../../components/page'
import { keyOf } from '../../../components/shortcuts/shortcuts'
import { useShortcutKeys } from '../../../components/shortcuts/useShortcut'
import { useComputed } from '../../../dataProvider/answers'
import { msg, useTranslate } from '../texts'

/** Keyboard shortcut of a button. */
const Key = styled('kbd')(({ theme }) => ({
  fontFamily: 'inherit',
  fontSize: '0.75rem',
  fontWeight: 400,
  lineHeight: 1.4,
  marginInlineStart: 8,
  padding: '0 5px',
  border: '1px solid currentColor',
  borderRadius: 4,
  opacity: 0.75,
  [theme.breakpoints.down('sm')]: { display: 'none' },
}))

const Bar = styled('div')(({ theme }) => ({
  position: 'sticky',
  top: 'var(--bar-top)',
  zIndex: 2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  paddingBlock: 8,
  backgroundColor: theme.palette.background.paper,
  output: { flex: '1 1 160px', fontVariantNumeric: 'tabular-nums' },
  button: { whiteSpace: 'nowrap' },
  // On a phone both buttons share a line.
  [theme.breakpoints.down('sm')]: {
    output: { flex: '1 0 100%' },
    button: { flex: '1 1 0' },
    '.MuiButton-startIcon': { display: 'none' },
  },
}))

interface DiffBarProps extends Pick<ReturnType<typeof useDifferences>, 'count' | 'difference' | 'step'> {
  isPending: boolean
}

/** Number of differences, and buttons to step through them. It stays in view. */
function DiffBar({ count, difference, step, isPending }: DiffBarProps) {
  const translate = useTranslate()
  const position = () => {
    if (isPending) return translate(diffMsg('diff.working'))
    if (count === 0) return translate('messages.compare.none')
    if (difference === null) return translate('messages.compare.count', { smart_count: count })
    return translate('messages.compare.position', { position: difference + 1, count })
  }
  const steps = [
    { by: -1, name: 'previous', key: 'p', icon: <PreviousIcon /> },
    { by: 1, name: 'next', key: 'n', icon: <NextIcon /> },
  ] as const
  return (
    <Bar>
      <output>{position()}</output>
      {steps.map(({ by, name, key, icon }) => (
        <Button
          key={name}
          size="small"
          variant="outlined"
          startIcon={icon}
          aria-keyshortcuts={key}
          disabled={count === 0}
          onClick={() => step(by)}
        >
          <span>{translate(`messages.compare.${name}`)}</span>
          <Key aria-hidden>{key}</Key>
        </Button>
      ))}
    </Bar>
  )
}

/** Shortcuts that step to the next and previous difference. */
function useStepKeys(step: (by: 1 | -1) => void, isInDialog: boolean) {
  useShortcutKeys((key) => {
    const isNext = key === keyOf('next')
    if (!isNext && key !== keyOf('previous')) return false
    step(isNext ? 1 : -1)
    return true
  }, isInDialog)
}

const sum = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

/**
 * Steps through the differences of a comparison and its parts; after the last comes the first.
 * @param sizes number of differences in each part
 */
function useDifferences(sizes: readonly number[]) {
  const [part, setPart] = useState(0)
  /** Index of the current difference among all; null before the first step. */
  const [difference, setDifference] = useState<number | null>(null)
  const count = sum(sizes)
  /** Number of differences before the shown part. */
  const before = sum(sizes.slice(0, part))

  const step = (by: 1 | -1) => {
    if (count === 0) return
    const from = difference ?? (by === 1 ? before - 1 : before)
    const next = (from + by + count) % count
    setPart(sizes.findIndex((_, i) => next < sum(sizes.slice(0, i + 1))))
    setDifference(next)
  }
  const showPart = (part: number) => {
    setPart(part)
    setDifference(null)
  }
  const inPart = difference === null ? null : difference - before
  return { count, difference, step, shown: part, inPart, showPart }
}

interface DifferencesProps {
  left: Message
  right: Message
  isInDialog: boolean
  options: CompareOptions
}

/** Differences of two bodies under these options, and buttons to step through them. */
function Differences({ left, right, isInDialog, options }: DifferencesProps) {
  const translate = useTranslate()
  const query = useComputed(
    'comparison',
    // Bodies never change.
    [left.id, right.id, options],
    (signal) => compareInWorker({ left: left.body, right: right.body, ...options }, signal),
    { gcTime: 60_000 },
  )
  const comparison = query.data
  const isPending = !comparison
  const sizes = comparison?.parts.map(({ differences }) => differences) ?? []
  const { count, difference, step, shown, inPart, showPart } = useDifferences(sizes)
  useStepKeys(step, isInDialog)

  const sameness = () => {
    if (sizes.length === 0) return msg('messages.compare.bothEmpty')
    return left.body === right.body ? msg('messages.compare.identical') : msg('messages.compare.equalSoFar')
  }
  if (query.isError)
    return (
      <ActionAlert severity="error" action={translate('common.tryNow')} onAction={() => void query.refetch()}>
        {translate(diffMsg('diff.failed'))}
      </ActionAlert>
    )
  return (
    <>
      <DiffBar {...{ count, difference, step, isPending }} />
      {isPending && <LinearProgress aria-label={translate(diffMsg('diff.working'))} />}
      {!isPending && count === 0 && (
        <Alert severity="success" sx={{ mb: 2 }}>
          {translate(sameness())}
        </Alert>
      )}
      {comparison && (
        <>
          <PartBar {...{ comparison, shown, showPart }} />
          <DiffView {...{ comparison, shown }} current={inPart} />
        </>
      )}
    </>
  )
}

/** Bodies of two messages side by side, and switches for differences to ignore. */
export function BodyDiff(bodies: Omit<DifferencesProps, 'options'>) {
  const translate = useTranslate()
  const [ignoreVolatile, setIgnoreVolatile] = useAddressSwitch('ignoreVolatile', false)
  const [sortKeys, setSortKeys] = useAddressSwitch('sortKeys', true)
  const options = { ignoreVolatile, sortKeys }
  const setters = { ignoreVolatile: setIgnoreVolatile, sortKeys: setSortKeys }
  return (
    <Section
      title={translate('messages.compare.diff')}
      actions={(['ignoreVolatile', 'sortKeys'] as const).map((option) => (
        <FormControlLabel
          key={option}
          label={translate(`messages.compare.${option}`)}
          checked={options[option]}
          onChange={(_event, checked) => setters[option](checked)}
          control={<Switch />}
        />
      ))}
    >
      <Differences key={JSON.stringify(options)} {...bodies} options={options} />
    </Section>
  )
}
