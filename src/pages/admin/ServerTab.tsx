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

/** Milliseconds between two polls: while a routine runs, and otherwise. */
const [SOON, SELDOM] = [2000, 60_000]

interface CardsProps {
  /** Null if the server does not report it. */
  installation: Installation | null
  routines: Record<RoutineName, Routine | null> | null
}

/** In each column, the card whose height can change after it loads comes last. */
function Cards({ installation, routines }: CardsProps) {
  return (
    <Columns>
      <div>
        {installation && <Capacity {...installation} />}
        <Backups backup={installation?.backup ?? null} routine={routines && routines.backup} />
      </div>
      <div>
        {installation && <Copies {...installation} />}
        <Archive archive={installation?.archive ?? null} routine={routines && routines.archive} />
        <Mail waiting={installation?.mail.waiting} canTest={routines !== null} />
      </div>
    </Columns>
  )
}

/** Capacity and copies of the server, and its routines. */
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
