import type { z } from 'zod'

// Separate from the rules, because the console's client needs it before zod is loaded.
const singles = new WeakMap<z.core.$ZodType, readonly string[]>()

/** Records that the specification has one word in the query where this parameter takes several: `direction=up`. */
export function sendOne<Parameter extends z.core.$ZodType>(
  parameter: Parameter,
  words: readonly string[],
): Parameter {
  singles.set(parameter, words)
  return parameter
}

/** All words of such a parameter; undefined for any other. */
export const wordsOfSingle = (parameter: z.core.$ZodType): readonly string[] | undefined =>
  singles.get(parameter)
