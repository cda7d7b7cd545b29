import { z } from 'zod'

/** The rule inside the wrappers that make it optional. */
export function innermost(rule: z.core.$ZodType): z.core.$ZodType {
  if (rule instanceof z.ZodNullable || rule instanceof z.ZodOptional || rule instanceof z.ZodDefault)
    return innermost(rule.unwrap())
  return rule
}

/** Whether a rule accepts a text, perhaps among others: an id, a choice, an address. */
function isOfText(rule: z.core.$ZodType): boolean {
  const inner = innermost(rule)
  if (inner instanceof z.ZodPipe) return isOfText(inner.in)
  if (inner instanceof z.ZodUnion) return inner.options.some(isOfText)
  return [z.ZodString, z.ZodStringFormat, z.ZodEnum].some((kind) => inner instanceof kind)
}

/**
 * The rule of an optional field in a creation, for clients that send empty fields: null, and an empty text if the rule is for another text,
 * mean that it is not given, unless the rule accepts them.
 */
export const ifGiven = <Rule extends z.ZodType>(rule: Rule): z.ZodType<z.output<Rule>, z.input<Rule>> => {
  const nothing = [null, ...(isOfText(rule) ? [''] : [])].filter((value) => !rule.safeParse(value).success)
  return z.preprocess((value) => (nothing.some((one) => one === value) ? undefined : value), rule)
}

/** Applies `ifGiven` to all optional fields of a body. */
export const ifAllGiven = <Body extends z.ZodObject>(body: Body): Body => {
  const optional = Object.entries<z.ZodType>(body.shape).filter(
    ([, rule]) => rule.safeParse(undefined).success,
  )
  const rules = Object.fromEntries(optional.map(([name, rule]) => [name, ifGiven(rule)]))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each field takes more, and is the same once parsed
  return body.extend(rules).meta({ ...body.meta() }) as unknown as Body
}
