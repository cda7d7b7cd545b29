import { Box, Link } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import type { Rollout } from '#contract/rollouts'
import { Section } from '../../../components/page'
import { useLeftOutText } from '../../../components/rollouts/TrialText'
import { useTranslate } from '../../../components/rollouts/texts'
import { useDevicesAddress } from './Stages'

/** How many devices a roll-out has left out, and why. */
export function LeftOut({ rollout }: { rollout: Rollout }) {
  const translate = useTranslate()
  const reasonText = useLeftOutText()
  const to = useDevicesAddress(rollout)
  const reasons = Object.entries(rollout.left_out)
  if (reasons.length === 0) return null
  return (
    <Section title={translate('rollouts.leftOutTitle')}>
      <Box component="ul" sx={{ m: 0, pl: 2.5, typography: 'body2' }}>
        {reasons.map(([reason, count]) => (
          <li key={reason}>
            <Link component={RouterLink} to={to({ state: ['left_out'] })}>
              {translate('rollouts.leftOutLine', { smart_count: count, reason: reasonText(reason) })}
            </Link>
          </li>
        ))}
      </Box>
    </Section>
  )
}
