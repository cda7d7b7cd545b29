import { Skeleton } from '@mui/material'
import { installationApi } from '#contract/admin'
import { OVERVIEW_CAPABILITY } from '#contract/overview/capability'
import { Section } from '../../components/page'
import { useCapability } from '../../config'
import { useTranslate } from '../../i18n/translate'
import { Hours } from './installation/Hours'
import { State } from './installation/State'
import { Totals } from './installation/Totals'
import { WithInstallation } from './installation/WithInstallation'
import { TroubledSpaces, useTroubledSpaces } from './TroubledSpaces'

/** Placeholders of the cards while they load; heights in px. */
function Outline() {
  const label = useTranslate()('common.loading')
  return (
    <output aria-label={label}>
      {[112, 56, 132, 168].map((height) => (
        <Section key={height} title={<Skeleton width={160} />}>
          <Skeleton variant="rounded" height={height} />
        </Section>
      ))}
    </output>
  )
}

/** State of the installation: problems first, then the daily numbers. */
export function OverviewTab() {
  const hasState = useCapability(installationApi.get.capability)
  const hasOverview = useCapability(OVERVIEW_CAPABILITY)
  const spaces = useTroubledSpaces(hasOverview)
  const troubled = hasOverview && <TroubledSpaces query={spaces} />
  if (!hasState) return troubled
  // The table sits between other cards and would shift those below it when it arrives.
  if (hasOverview && spaces.isPending) return <Outline />
  return (
    <WithInstallation outline={<Outline />}>
      {(installation) => (
        <>
          <State installation={installation} />
          <Totals {...installation} />
          {troubled}
          <Hours {...installation} />
        </>
      )}
    </WithInstallation>
  )
}
