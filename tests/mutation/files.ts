/** A file to mutate. */
export interface Mutated {
  file: string
  /** Quick tests of it. */
  tests: readonly string[]
  /** Least share of its mutants that the tests find, in percent; the rest change nothing that can be observed. */
  floor: number
}

/** The most intricate files, each with the tests that cover it. */
export const FILES: readonly Mutated[] = [
  { file: 'contract/connectors/duration.ts', tests: ['contract/connectors/duration.test.ts'], floor: 100 },
  { file: 'contract/alerts/step.ts', tests: ['contract/alerts/step.test.ts'], floor: 92 },
  { file: 'contract/messages/wmbus.ts', tests: ['contract/messages/wmbus.test.ts'], floor: 100 },
  { file: 'contract/notices/quiet.ts', tests: ['contract/notices/quiet.test.ts'], floor: 89 },
  { file: 'contract/common/match.ts', tests: ['contract/common/match.test.ts'], floor: 93 },
  { file: 'contract/series/readings.ts', tests: ['contract/series/readings.test.ts'], floor: 73 },
  { file: 'contract/permissions/can.ts', tests: ['contract/permissions/can.test.ts'], floor: 100 },
  { file: 'src/clock/wall.ts', tests: ['src/clock/clock.test.ts'], floor: 78 },
  { file: 'src/components/diff/align.ts', tests: ['src/components/diff/align.test.ts'], floor: 73 },
  { file: 'src/components/form/merge.ts', tests: ['src/components/form/merge.test.ts'], floor: 100 },
  {
    file: 'src/resources/messages/list/tail/follower.ts',
    tests: ['src/resources/messages/list/tail/follower.test.ts'],
    floor: 80,
  },
  {
    file: 'src/resources/messages/list/tail/tail.ts',
    tests: ['src/resources/messages/list/tail/tail.test.ts'],
    floor: 55,
  },
  {
    file: 'src/resources/variables/import/csv.ts',
    tests: ['src/resources/variables/import/csv.test.ts'],
    floor: 85,
  },
  { file: 'sandbox/pool.ts', tests: ['sandbox/pool.test.ts'], floor: 80 },
  { file: 'server/lane.ts', tests: ['server/lane.test.ts'], floor: 0 },
  {
    file: 'server/services/background/fairShares.ts',
    tests: ['server/services/background/fairShares.test.ts'],
    floor: 60,
  },
  {
    file: 'server/services/series/store/downsample.ts',
    tests: ['server/services/series/store/downsample.test.ts'],
    floor: 56,
  },
  { file: 'server/services/outgoing/web.ts', tests: ['server/services/outgoing/web.test.ts'], floor: 22 },
  {
    file: 'server/services/attempts/deliver.ts',
    tests: ['tests/contract/deliveryTaken.test.ts', 'tests/contract/deliveriesRetry.test.ts'],
    floor: 0,
  },
  { file: 'server/services/undo.ts', tests: ['tests/contract/auditUndo.test.ts'], floor: 0 },
]
