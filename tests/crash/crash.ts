// Harms the server and its PostgreSQL under mixed load, and checks that no acknowledged write is missing, that no call
// answers 500, and that everything continues by itself. With --copies: several servers on one PostgreSQL, restarted one
// after the other, and one of them killed. With --proxy: two behind the documented nginx or Caddy, which must be installed, and
// no call may break. npm run crash -- [--rounds 20] [--faults server,both,backend,terminate,postmaster,pause] [--seed 1]
// npm run crash -- --copies 3 [--database postgresql://…]; npm run crash -- --proxy nginx|caddy
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { crashCopies } from './copies'
import { FAULTS, type Fault } from './faults'
import { PROXIES } from './proxy'
import { crashRounds } from './rounds'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    faults: { type: 'string' },
    seed: { type: 'string', default: '1' },
    copies: { type: 'string' },
    database: { type: 'string' },
    proxy: { type: 'string' },
  },
})

/** The quick ones more often. */
const USUAL: readonly Fault[] = [
  ...(['server', 'both', 'backend', 'server', 'both', 'terminate'] as const),
  ...(['server', 'both', 'postmaster', 'pause'] as const),
]
const cycle = values.faults === undefined ? USUAL : z.array(z.enum(FAULTS)).parse(values.faults.split(','))
const faults = Array.from({ length: Number(values.rounds) }, (_, n) => cycle[n % cycle.length] ?? 'server')

const proxy = z.enum(PROXIES).optional().parse(values.proxy)
const copies = proxy ? 2 : Number(values.copies ?? 0)

const wrong =
  copies === 0
    ? await crashRounds(faults, Number(values.seed))
    : await crashCopies(copies, { database: values.database, proxy })
for (const sentence of wrong) console.log(`WRONG: ${sentence}`)
process.exit(wrong.length === 0 ? 0 : 1)
