import type { Attack } from '../corpus'

/** How an attack ended, and faults of it or of the honest run after it. */
export interface Ended {
  /** Name of an error, or another outcome. */
  end: string
  milliseconds: number
  objections: string[]
}

/** A place that runs scripts of users. */
export interface Door {
  name: string
  /** Runs an attack, and honest code after it. */
  attack: (attack: Attack) => Promise<Ended>
  /** Requests that should not have been made. */
  asked: () => string[]
  close: () => Promise<void>
}

/** Name of the error in a text, or `otherwise`. */
export const errorIn = (text: string, otherwise: string): string =>
  /\b\w+Error\b/.exec(text)?.[0] ?? otherwise

/** The attack as the code of a connector; the result of a function body is the data for the address. */
export const mainOf = ({ entry, source }: Attack, url: string): string =>
  entry === 'main'
    ? source
    : `const attack = (function (message) {${source}
})
function main(job) { return { url: ${JSON.stringify(url)}, data: attack(job.message.body) } }`

/** The attack as the code of a dashboard, whose first line has colours. */
export const bodyOf = ({ entry, source }: Attack): string =>
  `//{"temperature":"red"}\n${source}${entry === 'main' ? '\nreturn main(message)' : ''}`
