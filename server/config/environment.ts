import { readFileSync } from 'node:fs'
import leven from 'leven'

/** An invalid setting, described in a sentence. */
export class ConfigError extends Error {}

export type Env = Record<string, string | undefined>

/** Variables with secrets: instead of a secret, the name of a file with it may be given, in a variable that ends in `_FILE`. */
const SECRETS =
  /^(DATABASE_URL|SMTP_URL|BACKUP_PASSPHRASE|(ARCHIVE|BACKUP)_S3_(ACCESS|SECRET)_KEY|SIM_PROVIDER_TOKEN|METRICS_TOKEN|OIDC_[A-Z\d_]+_CLIENT_SECRET)$/

const FILE = '_FILE'

/** The secret whose file a variable names; undefined for another variable. */
function secretOf(name: string): string | undefined {
  const secret = name.endsWith(FILE) ? name.slice(0, -FILE.length) : ''
  return SECRETS.test(secret) ? secret : undefined
}

/** Why a file cannot be read, in words. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'the user of the server may not read it',
}

function readSecret(name: string, path: string): string {
  try {
    // Editors end a file with a line feed.
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw new ConfigError(`${name} names ${path}, which cannot be read: ${REASONS[code] ?? code}.`)
  }
}

/**
 * The variables with the secrets from files.
 * @throws ConfigError that names the variable
 */
export function withSecrets(env: Env): Env {
  const read = { ...env }
  for (const [name, path] of Object.entries(env)) {
    const secret = secretOf(name)
    if (secret === undefined || !path) continue
    if (env[secret]) throw new ConfigError(`${secret} and ${name} exclude each other: set one of them.`)
    read[secret] = readSecret(name, path)
    if (read[secret] === '') throw new ConfigError(`${name} names ${path}, which is empty.`)
  }
  return read
}

/** Variables for a program, with its own values for some. */
export function withValues(env: Env, values: Readonly<Env>): Env {
  const files = Object.keys(values).map((name) => [name + FILE, undefined])
  return { ...env, ...Object.fromEntries(files), ...values }
}

/** Most letters in which a name may differ from the intended one. */
const TYPOS = 2
/** Shorter names resemble each other, and those of others. */
const LONG = 8
/** Variables that OpenTelemetry reads itself. */
const OF_OTHERS = /^OTEL_/

/**
 * Sentences about variables that look as if they were meant for this server, but are unknown. They do not contain values.
 * @param known the names of all variables
 */
export function unknownVariables(env: Env, known: readonly string[]): string[] {
  const prefixes = new Set(known.flatMap((name) => /^[A-Z]+_/.exec(name) ?? []))
  const all = known.flatMap((name) => (SECRETS.test(name) ? [name, name + FILE] : [name]))
  return Object.keys(env)
    .filter((name) => /^[A-Z][A-Z\d_]*$/.test(name) && !all.includes(name) && !OF_OTHERS.test(name))
    .toSorted()
    .flatMap((name) => {
      const meant =
        name.length < LONG
          ? undefined
          : all
              .map((other) => ({ other, typos: leven(name, other) }))
              .toSorted((a, b) => a.typos - b.typos)
              .find(({ typos }) => typos <= TYPOS)?.other
      const isOurs = prefixes.has(/^[A-Z]+_/.exec(name)?.[0] ?? '')
      if (!isOurs && meant === undefined) return []
      const hint = meant === undefined ? '' : ` Did you mean ${meant}?`
      return [`${name} is no variable of this server, and does nothing.${hint}`]
    })
}
