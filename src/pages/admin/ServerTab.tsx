import {
  type Installation,
  installationApi,
  type Routine,
  type RoutineName,
  routinesApi,
} from '#contract/admin'
import { Loaded, Outline } from '../../components/page'
import { Columns } from '../../components/page/Columns'
import { useCapability } from '../../config'
import { useAnswer } from '../../dataProvider/answers'
import { Archive } from './installation/Archive'
import { Backups } from './installation/Backups'
import { Capacity } from './installation/Capacity'
import { Copies } from './installation/Copies'
import { Mail } from './installation/Mail'
import { WithInstallation } from './installation/WithInstallation'

/** Milliseconds between two readings, while something is done and otherwise. */
const [SOON, SELDOM] = [2000, 60_000]

interface CardsProps {
  /** Null where the server does not tell. */
  installation: Installation | null
  routines: Record<RoutineName, Routine | null> | null
}

/** What can grow when it is read comes last in its column. */
function Cards({ installation, routines }: CardsProps) {
  return (
    <Columns>
      <div>
        {installation && <Capacity {...installation} />}
        <Backups told={installation?.backup ?? null} routine={routines && routines.backup} />
      </div>
      <div>
        {installation && <Copies {...installation} />}
        <Archive told={installation?.archive ?? null} routine={routines && routines.archive} />
        <Mail waiting={installation?.mail.waiting} canTest={routines !== null} />
      </div>
    </Columns>
  )
}

/** The server's room, its copies, and what it does by itself or on request. */
export function ServerTab() {
  const hasState = useCapability(installationApi.get.capability)
  const hasRoutines = useCapability(routinesApi.list.capability)
  const query = useAnswer(routinesApi.list, {
    enabled: hasRoutines,
    refetchInterval: ({ state: { data } }) =>
      [data?.backup, data?.archive].some((routine) => routine && routine.state !== 'idle') ? SOON : SELDOM,
  })
  const withRoutines = (installation: Installation | null) =>
    hasRoutines ? (
      <Loaded query={query}>{(routines) => <Cards installation={installation} routines={routines} />}</Loaded>
    ) : (
      <Cards installation={installation} routines={null} />
    )
  if (!hasState) return withRoutines(null)
  return <WithInstallation outline={<Outline />}>{withRoutines}</WithInstallation>
}
