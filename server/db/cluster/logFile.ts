import { copyFileSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'

const MAX_BYTES = 10 * 1024 * 1024
const CHECK_EVERY_MS = 60_000

/** PostgreSQL's log: at most 10 MB in the file and 10 MB in the previous one, `….1`. */
export class LogFile {
  readonly path: string
  #timer: NodeJS.Timeout

  constructor(path: string) {
    this.path = path
    this.rotate()
    this.#timer = setInterval(() => this.rotate(), CHECK_EVERY_MS).unref()
  }

  /** A descriptor for PostgreSQL. It appends, so the file can be truncated while it is open. */
  open(): number {
    return openSync(this.path, 'a', 0o600)
  }

  size(): number {
    return statSync(this.path, { throwIfNoEntry: false })?.size ?? 0
  }

  /** Text from a position to the end. */
  since(position: number): string {
    return readFileSync(this.path).subarray(position).toString()
  }

  rotate(): void {
    if (this.size() <= MAX_BYTES) return
    copyFileSync(this.path, `${this.path}.1`)
    truncateSync(this.path)
  }

  close(): void {
    clearInterval(this.#timer)
  }
}
