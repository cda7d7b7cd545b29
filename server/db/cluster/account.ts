import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import type { Binaries } from './binaries'
import { ClusterError } from './errors'

/** The Linux capability to enter folders that only root may enter. */
type Capability = 'dac_read_search' | 'dac_override'

/** The user that PostgreSQL runs as; undefined for the user of this process. */
export type Account = { uid: number; gid: number; capability?: Capability } | undefined

/** The command that runs a program as this user. */
export function commandAs(account: Account, file: string, args: string[]) {
  if (account?.capability === undefined) return { file, args, uid: account?.uid, gid: account?.gid }
  const { uid, gid, capability } = account
  // PostgreSQL asks access(2) whether it may run its own file; the kernel ignores capabilities there,
  // except under no_setuid_fixup.
  const limits = [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--no-new-privs',
    '--securebits=+no_setuid_fixup',
    `--inh-caps=-all,+${capability}`,
    `--ambient-caps=-all,+${capability}`,
  ]
  return { file: 'setpriv', args: [...limits, '--', file, ...args], uid: undefined, gid: undefined }
}

/**
 * PostgreSQL refuses to run as root, so for root it runs as another user: without privileges if that user can reach the program and the
 * data, otherwise with the one capability to reach them.
 * @throws ClusterError if neither works
 */
export function chooseAccount(binaries: Binaries, dataDir: string, pgdata: string): Account {
  const user = unprivilegedUser(pgdata)
  const ways: Account[] =
    user === undefined
      ? [undefined]
      : [user, { ...user, capability: 'dac_read_search' }, { ...user, capability: 'dac_override' }]
  const refusals: string[] = []
  for (const way of ways) {
    const refusal = tryOut(way, binaries, dataDir)
    if (refusal === undefined) return way
    refusals.push(refusal)
  }
  const who = user === undefined ? 'here' : `as the user with id ${user.uid} (it refuses to run as root)`
  throw new ClusterError(
    `PostgreSQL does not run ${who}. Start the server as an ordinary user who may read the program and write in ${dataDir}, or use your own PostgreSQL with DATABASE_URL.\n${refusals.join('\n')}`,
  )
}

function tryOut(account: Account, binaries: Binaries, dataDir: string): string | undefined {
  const script = 'cd "$1" && test -x "$0" && "$0" --version'
  const { file, args, uid, gid } = commandAs(account, '/bin/sh', ['-c', script, binaries.postgres, dataDir])
  const { status, error, stderr } = spawnSync(file, args, {
    cwd: '/',
    env: binaries.env,
    encoding: 'utf8',
    ...(uid === undefined ? {} : { uid, gid }),
  })
  if (status === 0) return undefined
  return error?.message ?? (stderr.trim() || `${binaries.postgres} cannot be run`)
}

function unprivilegedUser(pgdata: string): Account {
  const own = process.getuid?.()
  const owner = statSync(pgdata, { throwIfNoEntry: false })
  if (own !== 0) {
    if (owner === undefined || owner.uid === own) return undefined
    throw new ClusterError(
      `The database ${pgdata} belongs to the user with id ${owner.uid}, but the server runs as ${own}. Start it as that user, or as root, or choose another folder with DATA_DIR.`,
    )
  }
  if (owner?.uid === 0) {
    throw new ClusterError(
      `The database ${pgdata} belongs to root, and PostgreSQL refuses to run as root. Give it to another user: chown -R postgres ${pgdata}`,
    )
  }
  if (owner !== undefined) return { uid: owner.uid, gid: owner.gid }
  const user = lookUp('postgres') ?? create('postgres') ?? lookUp('nobody')
  if (user !== undefined) return user
  throw new ClusterError(
    'PostgreSQL refuses to run as root, and there is no other user. Create one named postgres, or start the server as an ordinary user.',
  )
}

function lookUp(name: string): Account {
  const ask = (flag: string) => spawnSync('id', [flag, name], { encoding: 'utf8' })
  const [uid, gid] = [ask('-u'), ask('-g')]
  return uid.status === 0 && gid.status === 0
    ? { uid: Number(uid.stdout), gid: Number(gid.stdout) }
    : undefined
}

function create(name: string): Account {
  const shadow = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name]
  const busybox = ['-S', '-D', '-H', '-s', '/sbin/nologin', name]
  if (spawnSync('useradd', shadow).status !== 0) spawnSync('adduser', busybox)
  return lookUp(name)
}
