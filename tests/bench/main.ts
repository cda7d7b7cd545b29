// npm run bench [-- table start sandbox history sizing deliveries backup devices contacts variables messages uplinks
// traces lists admin rollouts attention] BENCH_ROUNDS=1 measures only once, to check that all works; BENCH_MESSAGES,
// HISTORY_DAYS, SIZING_MESSAGES, BENCH_BACKLOG and BENCH_LASTING (milliseconds) make some benchmarks smaller.
import type { Lifetime } from '../../server/lifetime'
import { printRows, type Row } from '../harness/rows'
import { unlessStopped } from '../harness/tool'
import { BACKUP_SIZE, benchBackup } from './backup'
import { benchDeliveries } from './deliveries'
import { benchHistory, HISTORY_DAYS, HISTORY_DEVICES } from './history'
import { benchSandbox } from './sandbox'
import { benchSizing } from './sizing'
import { benchAdmin } from './space/admin'
import { ATTENTION_MESSAGES, benchAttention } from './space/attention'
import { benchContacts } from './space/contacts'
import { benchMessages } from './space/messages'
import { benchDevices, benchLists, benchVariables } from './space/pages'
import { benchRollouts } from './space/rollouts'
import { type FullSpace, PAGE, SIZE, setUp } from './space/setup'
import { benchTraces, benchUplinks } from './space/uplinks'
import { benchStart } from './start'
import { benchTable } from './table'

/** Benchmarks that set up everything themselves. */
const ALONE: Record<string, [title: string, bench: (lifetime: Lifetime) => Promise<Row[]>]> = {
  table: ['Table, median of fresh pages, time of the main thread', benchTable],
  start: ['Start: first row of the devices with an empty cache', benchStart],
  sandbox: [
    'Sandbox: 1000 messages of 2 kB through a small transformation, a fresh context each',
    benchSandbox,
  ],
  history: [
    `Histories: ${HISTORY_DEVICES} devices, 20 values every ten minutes for ${HISTORY_DAYS} days, quartiles that other work disturbs least`,
    benchHistory,
  ],
  sizing: ['Sizing: messages of 5 numbers and a text, sent one by one; histories of 60 days', benchSizing],
  deliveries: ['Deliveries', benchDeliveries],
  backup: [`Backup of ${BACKUP_SIZE.messages} messages, the round in the middle`, benchBackup],
}

/** Benchmarks of one large space: the real server on the embedded PostgreSQL, each in a process of its own. */
const OF_A_SPACE: Record<string, (full: FullSpace) => Promise<Row[]>> = {
  devices: benchDevices,
  contacts: benchContacts,
  variables: benchVariables,
  messages: benchMessages,
  uplinks: benchUplinks,
  traces: benchTraces,
  lists: benchLists,
  admin: benchAdmin,
  rollouts: benchRollouts,
}
/** Benchmarks of a space with many more messages. */
const OF_MANY_MESSAGES = { attention: benchAttention }

const asked = process.argv.slice(2)
const known = Object.keys({ ...ALONE, ...OF_A_SPACE, ...OF_MANY_MESSAGES })
const unknown = asked.filter((name) => !known.includes(name))
if (unknown.length > 0) throw new Error(`There is no benchmark ${unknown.join(', ')}: ${known.join(', ')}.`)
const chosen = <Bench>(benches: Record<string, Bench>) =>
  Object.entries(benches).filter(([name]) => asked.length === 0 || asked.includes(name))

function print(title: string, rows: readonly Row[]) {
  if (!printRows(title, rows)) process.exitCode = 1
}

for (const [, [title, bench]] of chosen(ALONE)) print(title, await unlessStopped(bench))
for (const [benches, size] of [
  [OF_A_SPACE, SIZE],
  [OF_MANY_MESSAGES, { ...SIZE, messages: ATTENTION_MESSAGES }],
] as const) {
  const of = chosen<(full: FullSpace) => Promise<Row[]>>(benches)
  if (of.length === 0) continue
  await unlessStopped(async (lifetime) => {
    const full = await setUp(lifetime, size)
    for (const [name, bench] of of)
      print(
        `API, ${name}: ${size.devices} devices, ${size.variables} variables and ${size.messages} messages in the space, pages of ${PAGE}, quartiles that other work disturbs least`,
        await bench(full),
      )
  })
}
