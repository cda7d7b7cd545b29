/** A failure of the embedded database or its folder, in sentences for the person who starts the server. */
export class ClusterError extends Error {
  override name = 'ClusterError'
}

const codeOf = (cause: unknown) =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined

const REASONS: { matches: RegExp; sentence: (dataDir: string) => string }[] = [
  {
    matches: /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded|Check free disk space/,
    sentence: (dataDir) => `The disk that holds ${dataDir} is full. Make room on it and start again.`,
  },
  {
    matches: /EROFS|Read-only file system/,
    sentence: (dataDir) =>
      `The data folder ${dataDir} lies on a read-only file system. Choose a writable folder with DATA_DIR.`,
  },
  {
    matches: /EACCES|EPERM|Permission denied|Operation not permitted/,
    sentence: (dataDir) =>
      `The server may not write in the data folder ${dataDir}. Give its user the folder, or choose another one with DATA_DIR.`,
  },
  {
    matches: /ENOTDIR|EEXIST/,
    sentence: (dataDir) =>
      `DATA_DIR must be a folder, but ${dataDir}, or a part of that path, is a file. Choose another path.`,
  },
  {
    matches: /could not bind|could not create any TCP\/IP sockets|EADDRNOTAVAIL/,
    sentence: () =>
      'PostgreSQL found no port to listen on at 127.0.0.1. Check that the loopback interface is up.',
  },
  {
    matches: /lock file .* already exists|pre-existing shared memory block/,
    sentence: (dataDir) => `Another PostgreSQL works on ${dataDir}/postgres. Stop it and start again.`,
  },
  {
    matches: /could not create shared memory segment|could not map anonymous shared memory/,
    sentence: () => 'The machine has too little (shared) memory left for PostgreSQL.',
  },
]

/**
 * Turns an error of the system or PostgreSQL into a sentence that says what to do, if the cause is known.
 * @param cause an error, or PostgreSQL's output
 */
export function explain(cause: unknown, dataDir: string): ClusterError {
  if (cause instanceof ClusterError) return cause
  const said = (cause instanceof Error ? cause.message : String(cause)).trim()
  const evidence = `${codeOf(cause) ?? ''} ${said}`
  const reason = REASONS.find(({ matches }) => matches.test(evidence))
  const sentence = reason?.sentence(dataDir) ?? `PostgreSQL could not be started in ${dataDir}.`
  return new ClusterError(said === '' ? sentence : `${sentence}\n${said}`, { cause })
}
