import { spawn } from 'node:child_process'
import { createReadStream, createWriteStream, rmSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Client } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { DAY } from '#contract/common/durations'
import { applyMigrations } from '../../server/db/migrate'
import { ensurePartitions } from '../../server/db/partitions'
import type { Lifetime } from '../../server/lifetime'
import { columnsOf, tablesOf } from '../../server/services/backup/catalog'
import { fileAt } from '../../server/services/backup/file'
import { loadBackup } from '../../server/services/backup/load'
import { readBackup } from '../../server/services/backup/read'
import { aFolder } from '../harness/database'
import { alternate, type Pair, quantile, timeOf } from '../harness/figures'
import { type Row, ratioRow } from '../harness/rows'
import { backUp, PASSPHRASE } from '../support/backups'
import { exitOf } from '../support/databaseProcess'
import { programOf } from '../support/program'
import { claimDevices, DAYS } from './space/fill'
import { setUp } from './space/setup'
import { startDevices } from './space/uplinks'

export const BACKUP_SIZE = { devices: 2000, variables: 5000, messages: 200_000 }
const ROUNDS = 3
/** Most times that a backup or restore may take of plain COPY, and an uplink meanwhile of one to an idle server. */
const GOALS = { copy: 1.5, uplinks: 2 }
const RATE = 50

async function connected<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Writes the COPY output of each table to a file in the folder. */
const copyOut = async (url: string, folder: string): Promise<void> =>
  connected(url, async (client) => {
    for (const table of await tablesOf(client)) {
      const rows = client.query(
        copyTo(`copy (select ${columnsOf(table).slice(1, -1)} from "${table.name}") to stdout`),
      )
      await pipeline(rows, createWriteStream(join(folder, table.name), { flush: true }))
    }
  })

/** Creates the tables of the server in an empty database. */
const createTables = async (empty: string): Promise<void> => {
  const now = new Date()
  await connected(empty, async (client) => {
    await applyMigrations(client)
    await ensurePartitions(client, new Date(now.getTime() - (DAYS + 1) * DAY), now)
  })
}

/** Loads these files into empty tables, in one transaction. */
const copyIn = async (url: string, folder: string): Promise<void> =>
  connected(url, async (client) => {
    await client.query('begin')
    for (let waiting = await tablesOf(client); waiting.length > 0; ) {
      const later: typeof waiting = []
      for (const table of waiting) {
        await client.query('savepoint before')
        const copy = client.query(copyFrom(`copy "${table.name}" ${columnsOf(table)} from stdin`))
        await pipeline(createReadStream(join(folder, table.name), { highWaterMark: 1 << 20 }), copy).catch(
          async (error: unknown) => {
            if (!(error instanceof Error && 'code' in error && error.code === '23503')) throw error
            // The rows that it references do not exist yet.
            await client.query('rollback to before')
            later.push(table)
          },
        )
      }
      waiting = later
    }
    await client.query('commit')
  })

/** Backs up in a process of its own with a low priority, as at night. */
async function backUpApart(databaseUrl: string, file: string) {
  const child = spawn(process.execPath, [await programOf('server/commands/backup.ts'), file], {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, BACKUP_PASSPHRASE: PASSPHRASE },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  await exitOf(child)
  if (child.exitCode !== 0) throw new Error('The backup failed.')
}

/** The round with the median ratio: other load on the machine affects both sides of a round alike. */
function middleOf([ours = [], plain = []]: number[][]): Pair {
  const pairs = ours.map((value, i): Pair => [value, plain[i] ?? Number.NaN])
  return pairs.toSorted((a, b) => a[0] / a[1] - b[0] / b[1])[Math.floor(pairs.length / 2)] ?? [0, 0]
}

/**
 * Compares backups and restores with plain COPY of the same rows, and times uplinks meanwhile; reports the median
 * round.
 */
export async function benchBackup(lifetime: Lifetime): Promise<Row[]> {
  const { databaseUrl, url, spaceId, client } = await setUp(lifetime, BACKUP_SIZE)
  const folder = aFolder(lifetime)
  const file = join(folder, 'whole.backup')
  const send = startDevices(lifetime, { url, proofs: await claimDevices(client, spaceId, 1000) })
  const emptyOne = async (name: string) => {
    await client.query(`drop database if exists ${name}`)
    await client.query(`create database ${name}`)
    return Object.assign(new URL(databaseUrl), { pathname: `/${name}` }).toString()
  }
  const seconds = (work: () => Promise<unknown>) => async () => (await timeOf(work)) / 1000
  const once = { rounds: ROUNDS, warmUp: 0 }
  const made = await alternate(
    [
      seconds(async () => {
        rmSync(file, { force: true })
        await backUp(databaseUrl, file)
      }),
      seconds(() => copyOut(databaseUrl, folder)),
    ],
    once,
  )
  const restored = await alternate(
    [
      async () => {
        const empty = await emptyOne('restored')
        return seconds(() =>
          loadBackup(empty, readBackup(fileAt(file), { passphrase: async () => PASSPHRASE })),
        )()
      },
      async () => {
        const empty = await emptyOne('plain')
        return seconds(async () => {
          await createTables(empty)
          await copyIn(empty, folder)
        })()
      },
    ],
    once,
  )
  const slowest = async () => quantile((await send({ rate: RATE, milliseconds: 5000 })).times, 0.99)
  const meanwhile = async () => {
    rmSync(file, { force: true })
    const [took] = await Promise.all([slowest(), backUpApart(databaseUrl, file)])
    return took
  }
  const uplinks = await alternate([meanwhile, slowest], once)
  const copies = { unit: 's', atMost: GOALS.copy }
  return [
    ratioRow('A backup, compressed and encrypted, against plain COPY into files', middleOf(made), copies),
    ratioRow(
      'Its restore, with all keys and indexes, against plain COPY into new tables',
      middleOf(restored),
      copies,
    ),
    ratioRow(
      `The slowest of a hundred of ${RATE} uplinks a second during a backup, against an idle server`,
      middleOf(uplinks),
      { atMost: GOALS.uplinks },
    ),
  ]
}
