import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

/** How hard a password is to guess. */
export type Strength = 'weak' | 'fair' | 'strong'

/** The strength by number of guesses: weak up to 10^6, strong from 10^10. */
export function strengthOf(password: string): Strength {
  const { score } = zxcvbn.check(password)
  if (score < 2) return 'weak'
  return score < 4 ? 'fair' : 'strong'
}

/** The most common passwords. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(dictionary['passwords-common'])
