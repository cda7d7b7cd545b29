import { z } from 'zod'

/** The rule below what makes it optional. */
export function innermost(rule: z.core.$ZodType): z.core.$ZodType {
  if (rule instanceof z.ZodNullable || rule instanceof z.ZodOptional || rule instanceof z.ZodDefault)
    return innermost(rule.unwrap())
  return rule
}

/** Whether a rule is about one text: an id, a choice, an address. */
function isOfText(rule: z.core.$ZodType): boolean {
  const inner = innermost(rule)
  if (inner instanceof z.ZodPipe) return isOfText(inner.in)
  return [z.ZodString, z.ZodStringFormat, z.ZodEnum].some((kind) => inner instanceof kind)
}

/**
 * The rule of an optional field of what is created, for clients that send fields which nobody filled in: null, and an empty
 * text in place of another text, mean that it is not given, unless the rule knows them itself.
 */
export const ifGiven = <Rule extends z.ZodType>(rule: Rule): z.ZodType<z.output<Rule>, z.input<Rule>> => {
  const nothing = [null, ...(isOfText(rule) ? [''] : [])].filter((value) => !rule.safeParse(value).success)
  return z.preprocess((value) => (nothing.some((one) => one === value) ? undefined : value), rule)
}
