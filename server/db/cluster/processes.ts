import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

interface Process {
  pid: number
  isPostmaster: boolean
}

/**
 * Name of all PostgreSQL processes of a data folder: PostgreSQL shows its `cluster_name` in their command lines.
 * It is made from the folder's identity on this machine, so a copied or restored folder has another name, and a reused
 * process number is never mistaken for it.
 */
export function clusterName(pgdata: string): string {
  const { dev, ino } = statSync(pgdata, { bigint: true })
  return `embedded-${dev.toString(16)}-${ino.toString(16)}`
}

function commandLines(): { pid: number; command: string }[] {
  if (process.platform === 'linux') {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => ({ pid: Number(name), command: commandLine(name) }))
  }
  const { stdout } = spawnSync('ps', ['-axww', '-o', 'pid=,command='], { encoding: 'utf8' })
  return [...stdout.matchAll(/^ *(\d+) (.*)$/gm)].map(([, pid, command = '']) => ({
    pid: Number(pid),
    command,
  }))
}

/** Empty for a process that has ended, including a zombie. */
function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

function processesOf(name: string): Process[] {
  const postmaster = new RegExp(`^\\S*postgres .*cluster_name=${name} `)
  const child = `postgres: ${name}: `
  return commandLines()
    .map(({ pid, command }) => ({ pid, isPostmaster: postmaster.test(`${command} `), command }))
    .filter(({ isPostmaster, command }) => isPostmaster || command.startsWith(child))
}

/** Whether the PostgreSQL of that name runs. */
export const isRunning = (name: string): boolean => processesOf(name).some(({ isPostmaster }) => isPostmaster)

function signal(processes: Process[], name: NodeJS.Signals) {
  for (const { pid } of processes) {
    try {
      process.kill(pid, name)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
  }
}

async function allGone(name: string, seconds: number): Promise<boolean> {
  const deadline = performance.now() + seconds * 1000
  while (processesOf(name).length > 0) {
    if (performance.now() > deadline) return false
    await wait(20)
  }
  return true
}

/**
 * Ends the PostgreSQL of an earlier server that was killed, or those of its processes that outlived their postmaster. Their connections are
 * no longer used, and PostgreSQL keeps everything that it acknowledged.
 */
export async function stopLeftovers(name: string, log: (line: string) => void): Promise<void> {
  const left = processesOf(name)
  if (left.length === 0) return
  const postmaster = left.filter(({ isPostmaster }) => isPostmaster)
  const named = (postmaster.length > 0 ? postmaster : left).map(({ pid }) => pid).join(', ')
  log(`An earlier server left its PostgreSQL running (process ${named}); stopping it.`)
  signal(postmaster, 'SIGINT')
  if (postmaster.length > 0 && (await allGone(name, 20))) return
  signal(processesOf(name), 'SIGKILL')
  if (!(await allGone(name, 20))) throw new Error('PostgreSQL of an earlier server cannot be stopped.')
}

/**
 * Removes `postmaster.pid` if its process number belongs to another process, as after a restart of the machine: PostgreSQL would mistake
 * that process for itself. Call it when no process of this folder is left. A PostgreSQL that was started by hand on the folder is
 * recognized by the folder in its command line.
 */
export function removeStalePid(pgdata: string): void {
  const file = join(pgdata, 'postmaster.pid')
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  const holder = commandLines().find((process) => process.pid === pid)
  if (!holder?.command.includes(pgdata)) rmSync(file, { force: true })
}
