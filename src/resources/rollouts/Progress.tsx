import { styled } from '@mui/material'
import { NO_DEVICES, type Rollout, type StageCounts } from '#contract/rollouts'
import { useTranslate } from '../../components/rollouts/texts'

/** The parts of a bar, in their order. They add up to all devices. */
export const PARTS = ['done', 'unconfirmed', 'failed', 'underWay', 'waiting', 'cancelled'] as const
export type Part = (typeof PARTS)[number]

/** The states of the devices of each part. */
export const STATES_OF = {
  done: ['done'],
  unconfirmed: ['unconfirmed'],
  failed: ['failed'],
  underWay: ['ordered', 'handed_over'],
  waiting: ['waiting'],
  cancelled: ['cancelled'],
} as const satisfies Record<Part, readonly (keyof StageCounts)[]>

/** The number of devices of each part. */
export const partsOf = (counts: StageCounts): Record<Part, number> => ({
  done: counts.done,
  unconfirmed: counts.unconfirmed,
  failed: counts.failed,
  underWay: counts.ordered + counts.handed_over,
  waiting: counts.waiting,
  cancelled: counts.cancelled,
})

/** The counts of all stages together. */
export const totalOf = (progress: readonly StageCounts[]): StageCounts =>
  progress.reduce<StageCounts>(
    (sum, counts) => ({
      devices: sum.devices + counts.devices,
      waiting: sum.waiting + counts.waiting,
      ordered: sum.ordered + counts.ordered,
      handed_over: sum.handed_over + counts.handed_over,
      unconfirmed: sum.unconfirmed + counts.unconfirmed,
      done: sum.done + counts.done,
      failed: sum.failed + counts.failed,
      cancelled: sum.cancelled + counts.cancelled,
      troubled: sum.troubled + counts.troubled,
      absent: sum.absent + counts.absent,
      lost: sum.lost + counts.lost,
    }),
    NO_DEVICES,
  )

/** A bar of parts. The text beside it says the same. */
export const Bar = styled('div')(({ theme: { palette } }) => ({
  display: 'flex',
  height: 8,
  borderRadius: 4,
  overflow: 'hidden',
  backgroundColor: palette.action.selected,
  '& > *': { minWidth: 3 },
  '.done': { backgroundColor: palette.success.main },
  '.unconfirmed': {
    backgroundImage: `repeating-linear-gradient(45deg, ${palette.success.main} 0 3px, transparent 3px 6px)`,
  },
  '.failed': { backgroundColor: palette.error.main },
  '.underWay': { backgroundColor: palette.info.main },
  '.waiting': { backgroundColor: 'transparent' },
  '.cancelled': { backgroundColor: palette.text.disabled },
}))

/** The counts in words, without parts that have no device. */
function useCountsText() {
  const translate = useTranslate()
  return (counts: StageCounts): string => {
    if (counts.devices === 0) return translate('rollouts.counts.none')
    const parts = partsOf(counts)
    const others = (['unconfirmed', 'failed'] as const).flatMap((part) =>
      parts[part] > 0 ? [translate(`rollouts.counts.${part}`, { smart_count: parts[part] })] : [],
    )
    return [
      translate('rollouts.counts.done', { count: parts.done, smart_count: counts.devices }),
      ...others,
      ...(counts.troubled > 0
        ? [translate('rollouts.counts.troubled', { smart_count: counts.troubled })]
        : []),
    ].join(', ')
  }
}

const Column = styled('div')(({ theme }) => ({
  minWidth: 120,
  maxWidth: 320,
  display: 'grid',
  gap: 4,
  small: { ...theme.typography.caption, color: theme.palette.text.secondary, whiteSpace: 'normal' },
}))

/** How far a roll-out is: a bar, and the same in words. Nothing for a draft. */
export function ProgressText({ rollout: { progress } }: { rollout: Pick<Rollout, 'progress'> }) {
  const countsText = useCountsText()
  if (progress.length === 0) return null
  const total = totalOf(progress)
  const parts = partsOf(total)
  return (
    <Column>
      <Bar aria-hidden>
        {PARTS.map(
          (part) => parts[part] > 0 && <div key={part} className={part} style={{ flexGrow: parts[part] }} />,
        )}
      </Bar>
      <small>{countsText(total)}</small>
    </Column>
  )
}
