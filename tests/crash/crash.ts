// Causes faults of the server and its PostgreSQL under mixed load, and checks that no acknowledged write is lost, that
// no call answers 500, and that everything continues by itself. With --copies: several servers on one PostgreSQL,
// restarted one after the other, and one of them killed. With --proxy: two behind the documented nginx or Caddy, which
// must be installed, and no call may break. npm run crash -- [--rounds 20] [--faults
// server,both,backend,terminate,postmaster,pause] [--seed 1]
// npm run crash -- --copies 3 [--database postgresql://…]; npm run crash -- --proxy nginx|caddy
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { FAULTS, type Fault } from '../harness/faults'
import { runTool } from '../harness/tool'
import { crashCopies } from './copies'
import { PROXIES } from './proxy'
import { crashRounds } from './rounds'

const options = {
  rounds: { type: 'string', default: '20' },
  // Quick faults more often.
  faults: {
    type: 'string',
    default: 'server,both,backend,server,both,terminate,server,both,postmaster,pause',
  },
  seed: { type: 'string', default: '1' },
  copies: { type: 'string', default: '0' },
  database: { type: 'string' },
  proxy: { type: 'string' },
} as const
const { values } = parseArgs({ options })
const cycle = z.array(z.enum(FAULTS)).parse(values.faults.split(','))
const faults = Array.from(
  { length: Number(values.rounds) },
  (_, n): Fault => cycle[n % cycle.length] ?? 'server',
)
const proxy = z.enum(PROXIES).optional().parse(values.proxy)
const copies = proxy ? 2 : Number(values.copies)

await runTool((lifetime) =>
  copies === 0
    ? crashRounds(lifetime, faults, Number(values.seed))
    : crashCopies(lifetime, copies, { database: values.database, proxy }),
)
