import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { endOnSignal, Lifetime } from '../../../server/lifetime'
import { loadBackup, readBackup, writeBackup } from '../../../server/services/backup'
import { exitOf } from '../../support/databaseProcess'
import { claimDevices } from '../api/claim'
import { lowerQuartile, quantile } from '../api/compare'
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

/** Backs up in a process of its own, as `npm run backup` does. */
async function backUpApart(databaseUrl: string, file: string) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/backup.ts', file], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, BACKUP_PASSPHRASE: PASSPHRASE },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await exitOf(child)
  if (child.exitCode !== 0) throw new Error('The backup failed.')
}

const line = (what: string, times: [number, number], goal: number, unit: string) => {
  const ratio = times[0] / times[1]
  return {
    what,
    measured: `${ratio.toFixed(2)}× (${times[0].toFixed(1)} / ${times[1].toFixed(1)} ${unit})`,
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

    const [file, times] = [join(folder, 'backup'), { plain: [] as number[], backup: [] as number[] }]
    const write = async () => {
      rmSync(file, { force: true })
      await writeBackup(databaseUrl, file, { version: 'bench', passphrase: PASSPHRASE })
    }
    const loaded = { plain: [] as number[], backup: [] as number[] }
    const emptyOne = async (name: string) => {
      await client.query(`drop database if exists ${name}`)
      await client.query(`create database ${name}`)
      return Object.assign(new URL(databaseUrl), { pathname: `/${name}` }).toString()
    }
    for (let round = 0; round < ROUNDS; round++) {
      times.plain.push(await secondsOf(() => copyOut(databaseUrl, folder)))
      times.backup.push(await secondsOf(write))
      const plain = await emptyOne('plain')
      await createTables(databaseUrl, plain)
      loaded.plain.push(await secondsOf(() => copyIn(plain, folder)))
      const restored = await emptyOne('restored')
      const pieces = readBackup(file, { passphrase: async () => PASSPHRASE })
      loaded.backup.push(await secondsOf(() => loadBackup(restored, pieces)))
    }

    const slowest = { idle: [] as number[], meanwhile: [] as number[] }
    for (let round = 0; round < ROUNDS; round++) {
      const idle = await devices.send({ rate: RATE, milliseconds: 5000 })
      slowest.idle.push(quantile(idle.times, 0.99))
      rmSync(file, { force: true })
      const [meanwhile] = await Promise.all([
        devices.send({ rate: RATE, milliseconds: 5000 }),
        backUpApart(databaseUrl, file),
      ])
      slowest.meanwhile.push(quantile(meanwhile.times, 0.99))
    }
    const best = (values: Record<string, number[]>, [a, b]: [string, string]): [number, number] => [
      lowerQuartile(values[a] ?? []),
      lowerQuartile(values[b] ?? []),
    ]
    const lines = [
      line(
        'A backup, compressed and encrypted, against plain COPY into files',
        best(times, ['backup', 'plain']),
        COPY_GOAL,
        's',
      ),
      line(
        'Its restore, with all keys and indexes, against plain COPY into tables',
        best(loaded, ['backup', 'plain']),
        COPY_GOAL,
        's',
      ),
      line(
        `The slowest of a hundred of ${RATE} uplinks a second during a backup, against an idle server`,
        best(slowest, ['meanwhile', 'idle']),
        UPLINK_GOAL,
        'ms',
      ),
    ]
    return {
      title: `Backup of ${SIZE.messages} messages, quartiles that other work disturbs least`,
      lines,
      met: lines.every(({ met }) => met),
    }
  } finally {
    await lifetime.end()
  }
}
