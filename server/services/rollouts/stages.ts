import type { StageEvidence } from '#contract/rollouts'
import type { RolloutRow } from './rollouts'

type Progress = RolloutRow['progress']

/** The progress of the stages as it is returned. */
export const progressOf = (
  { progress }: Pick<RolloutRow, 'progress'>,
  stages: readonly StageEvidence[],
): Progress =>
  stages.map(({ counts }, number) => {
    const { started_at = null, passed_at = null } = progress[number] ?? {}
    return Object.assign({ started_at, passed_at }, counts)
  })

/** Marks the current stage as passed, and the next one as begun, if there is one. */
export function nextStage(
  row: Pick<RolloutRow, 'stage' | 'progress'>,
  at: Date,
): Pick<RolloutRow, 'stage' | 'progress'> {
  const time = at.toISOString()
  const progress = [...row.progress]
  const [current, next] = [progress[row.stage], progress[row.stage + 1]]
  if (current) progress[row.stage] = { ...current, passed_at: time }
  if (next) progress[row.stage + 1] = { ...next, started_at: time }
  return { stage: row.stage + 1, progress }
}
