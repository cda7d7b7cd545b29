import { Box, Link, styled, Typography } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import type { Rollout, Stage, StageCounts } from '#contract/rollouts'
import { formatMinute, useClock } from '../../../clock'
import { Section, StateText, type Tone } from '../../../components/page'
import { useTranslate } from '../../../components/rollouts/texts'
import { useStageText } from '../../../components/rollouts/words'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { TOUCH, TOUCH_SIZE } from '../../../theme/theme'
import { Bar, PARTS, partsOf, STATES_OF } from '../Progress'

/** Where the devices of a roll-out are listed. */
export const DEVICES = 'devices'

/** The address of the page with some of its devices. */
export function useDevicesAddress({ id }: Pick<Rollout, 'id'>) {
  const { record } = useAddresses()
  return (filter: Record<string, readonly string[]>) =>
    `${record('rollouts', id, { filter: JSON.stringify(filter) })}#${DEVICES}`
}

const StageList = styled('ol')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gap: theme.spacing(2.5),
  '.head': { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 16 },
  '.bar': { height: 14, borderRadius: 7, marginBlock: 6 },
  '.bar a': { display: 'block' },
  '.parts': { display: 'flex', flexWrap: 'wrap', columnGap: 16, rowGap: 2 },
  [TOUCH]: { '.parts a': { lineHeight: `${TOUCH_SIZE}px` } },
}))

interface StageProps {
  rollout: Rollout
  stage: Stage
  index: number
  counts: StageCounts & Pick<Rollout['progress'][number], 'passed_at'>
}

/** Whether a stage has passed, is the current one, or has not begun. */
function StageState({ rollout, index, counts }: Omit<StageProps, 'stage'>) {
  const translate = useTranslate()
  const clock = useClock()
  const passed = counts.passed_at
  const tone: Tone = passed !== null ? 'good' : index === rollout.stage ? 'waiting' : 'none'
  const text = () => {
    if (passed !== null)
      return translate('rollouts.stage.passed', { time: formatMinute(Date.parse(passed), clock) })
    return translate(index === rollout.stage ? 'rollouts.stage.current' : 'rollouts.stage.next')
  }
  const hasEnded = rollout.state === 'done' || rollout.state === 'stopped'
  if (hasEnded && passed === null) return null
  return <StateText tone={tone}>{text()}</StateText>
}

/** A stage as a bar, whose parts lead to their devices. */
function StageBar({ rollout, stage, index, counts }: StageProps) {
  const translate = useTranslate()
  const { sizeText, gateText } = useStageText()
  const to = useDevicesAddress(rollout)
  const parts = partsOf(counts)
  const present = PARTS.filter((part) => parts[part] > 0)
  const at = { stage: [String(index)] }
  const gate = gateText(stage, index === rollout.stages.length - 1)
  return (
    <li>
      <div className="head">
        <Typography variant="subtitle2" component="h3">
          {translate('rollouts.stage.title', {
            number: index + 1,
            size: sizeText(stage, rollout.stages.length === 1),
          })}
        </Typography>
        <Typography variant="body2" component="div">
          <StageState rollout={rollout} index={index} counts={counts} />
        </Typography>
      </div>
      {/* The links below say the same. */}
      <Bar className="bar" aria-hidden>
        {present.map((part) => (
          <RouterLink
            key={part}
            className={part}
            style={{ flexGrow: parts[part] }}
            tabIndex={-1}
            to={to({ ...at, state: STATES_OF[part] })}
          />
        ))}
      </Bar>
      <Typography variant="body2" component="div" className="parts">
        {counts.devices === 0 && <span>{translate('rollouts.counts.none')}</span>}
        {present.map((part) => (
          <Link key={part} component={RouterLink} to={to({ ...at, state: STATES_OF[part] })}>
            {part === 'done'
              ? translate('rollouts.counts.done', { count: parts.done, smart_count: counts.devices })
              : translate(`rollouts.counts.${part}`, { smart_count: parts[part] })}
          </Link>
        ))}
        {counts.troubled > 0 && (
          <Link
            component={RouterLink}
            color="error"
            to={to({ ...at, trouble: ['silent', 'boots', 'value', 'unanswered'] })}
          >
            {translate('rollouts.counts.troubled', { smart_count: counts.troubled })}
          </Link>
        )}
      </Typography>
      {gate && (
        <Box
          sx={{
            typography: 'body2',
            color: 'text.secondary',
            '&::first-letter': { textTransform: 'uppercase' },
          }}
        >
          <span>{gate}</span>
        </Box>
      )}
    </li>
  )
}

/** How far each stage of a roll-out is. */
export function Stages({ rollout }: { rollout: Rollout }) {
  const translate = useTranslate()
  return (
    <Section title={translate('rollouts.stage.list')}>
      <StageList>
        {rollout.stages.map((stage, index) => {
          const counts = rollout.progress[index]
          // oxlint-disable-next-line react/no-array-index-key -- stages have no ids and keep their places
          return counts && <StageBar key={index} {...{ rollout, stage, index, counts }} />
        })}
      </StageList>
    </Section>
  )
}
