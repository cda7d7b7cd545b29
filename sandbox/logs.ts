import { LOG_MAX } from './limits'

/** Keeps the lines that a script writes, up to a limit; a last line then says that there were more. */
export class Logs {
  readonly lines: string[] = []
  /** Whether the limit is reached. */
  isFull = false
  #characters = 0

  add(line: string) {
    if (this.isFull) return
    const left = LOG_MAX.characters - this.#characters
    this.isFull = this.lines.length === LOG_MAX.lines || line.length > left
    this.#characters += line.length
    this.lines.push(this.isFull ? '… more was written than is kept' : line)
  }
}
