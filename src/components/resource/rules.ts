import { z } from 'zod'

/** The rule below what makes it optional. */
export function innermost(rule: z.core.$ZodType): z.core.$ZodType {
  if (rule instanceof z.ZodNullable || rule instanceof z.ZodOptional || rule instanceof z.ZodDefault)
    return innermost(rule.unwrap())
  return rule
}
