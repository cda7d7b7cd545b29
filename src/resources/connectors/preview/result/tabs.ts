import type { ComponentType } from 'react'
import type { Outcome } from '#sandbox'
import type { Verdict } from '../verdict'
import { ConsoleView } from './ConsoleView'
import { Difference } from './Difference'
import { OutputView } from './OutputView'
import { RequestView } from './RequestView'

/** What a view of a run is given. */
export interface ResultViewProps {
  /** JSON text of the job. */
  input: string
  outcome: Outcome
  verdict: Verdict
}

/** Views of a run; the first is shown until another is chosen. */
export const resultTabs = [
  { id: 'output', Panel: OutputView },
  { id: 'request', Panel: RequestView },
  { id: 'difference', Panel: Difference },
  { id: 'console', Panel: ConsoleView },
] as const satisfies readonly { id: string; Panel: ComponentType<ResultViewProps> }[]
export type ResultTabId = (typeof resultTabs)[number]['id']
