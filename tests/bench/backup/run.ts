import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { endOnSignal, Lifetime } from '../../../server/lifetime'
import { fileAt, loadBackup, readBackup, writeBackup } from '../../../server/services/backup'
import { exitOf } from '../../support/databaseProcess'
import { claimDevices } from '../api/claim'
import { quantile } from '../api/compare'
import { setUp } from '../api/setup'
import { startDevices } from '../api/uplinks'
import { copyIn, copyOut, createTables } from './plain'

const SIZE = { devices: 2000, variables: 5000, messages: 200_000 }
const ROUNDS = 3
/** How much longer than plain COPY of the same rows a backup, or its restore, may take. */
const COPY_GOAL = 1.5
/** How much longer than an idle server's the slowest of a hundred uplinks may take meanwhile. */
const UPLINK_GOAL = 2
const RATE = 50
const PASSPHRASE = 'correct horse battery staple'

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

/** Backs up in a process of its own that gives way to others, as it is done at night. */
async function backUpApart(databaseUrl: string, file: string) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/backup.ts', file], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, BACKUP_PASSPHRASE: PASSPHRASE },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  await exitOf(child)
  if (child.exitCode !== 0) throw new Error('The backup failed.')
}

interface Pair {
  ours: number
  plain: number
}

/** The ratio of the round that lies in the middle: what else the machine does disturbs both of a round alike. */
function line(what: string, pairs: Pair[], goal: number, unit: string) {
  const byRatio = pairs.toSorted((a, b) => a.ours / a.plain - b.ours / b.plain)
  const { ours, plain } = byRatio[Math.floor(pairs.length / 2)] ?? { ours: Number.NaN, plain: Number.NaN }
  const ratio = ours / plain
  return {
    what,
    measured: `${ratio.toFixed(2)}× (${ours.toFixed(1)} / ${plain.toFixed(1)} ${unit})`,
    goal: `≤ ${goal}×`,
    met: ratio <= goal,
  }
}

/** Backups and their restore against plain COPY of the same rows, and what devices notice meanwhile. */
export async function benchBackup() {
  const lifetime = new Lifetime()
  const prepared = setUp(lifetime, SIZE)
  endOnSignal(
    lifetime,
    prepared.then(() => undefined),
    console.error,
  )
  try {
    const { databaseUrl, base, spaceId } = await prepared
    const folder = mkdtempSync(join(tmpdir(), 'backup-bench-'))
    lifetime.defer(() => rmSync(folder, { recursive: true, force: true }))
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    lifetime.defer(() => client.end())
    const devices = startDevices({ base, serialNumbers: await claimDevices(client, spaceId, 1000) })
    lifetime.defer(() => void devices.stop())

    const file = join(folder, 'whole.backup')
    const write = async () => {
      rmSync(file, { force: true })
      await writeBackup(databaseUrl, fileAt(file), { version: 'bench', passphrase: PASSPHRASE })
    }
    const emptyOne = async (name: string) => {
      await client.query(`drop database if exists ${name}`)
      await client.query(`create database ${name}`)
      return Object.assign(new URL(databaseUrl), { pathname: `/${name}` }).toString()
    }
    const made: Pair[] = []
    const restored: Pair[] = []
    for (let round = 0; round < ROUNDS; round++) {
      made.push({ plain: await secondsOf(() => copyOut(databaseUrl, folder)), ours: await secondsOf(write) })
      const [one, other] = [await emptyOne('plain'), await emptyOne('restored')]
      restored.push({
        plain: await secondsOf(async () => {
          await createTables(one)
          await copyIn(one, folder)
        }),
        ours: await secondsOf(() =>
          loadBackup(other, readBackup(fileAt(file), { passphrase: async () => PASSPHRASE })),
        ),
      })
    }

    const uplinks: Pair[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const slowest = async () =>
        quantile((await devices.send({ rate: RATE, milliseconds: 5000 })).times, 0.99)
      const plain = await slowest()
      rmSync(file, { force: true })
      const [ours] = await Promise.all([slowest(), backUpApart(databaseUrl, file)])
      uplinks.push({ ours, plain })
    }
    const lines = [
      line('A backup, compressed and encrypted, against plain COPY into files', made, COPY_GOAL, 's'),
      line(
        'Its restore, with all keys and indexes, against plain COPY into new tables',
        restored,
        COPY_GOAL,
        's',
      ),
      line(
        `The slowest of a hundred of ${RATE} uplinks a second during a backup, against an idle server`,
        uplinks,
        UPLINK_GOAL,
        'ms',
      ),
    ]
    return {
      title: `Backup of ${SIZE.messages} messages, the round in the middle`,
      lines,
      met: lines.every(({ met }) => met),
    }
  } finally {
    await lifetime.end()
  }
}
