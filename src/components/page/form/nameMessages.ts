import type { FieldMessages } from './resolver'

/** Error texts of a name beside which `NameInput` shows the rule. Spec 1, section 5. */
export const nameMessages = {
  name: { required: 'page.naming.required', pattern: 'page.naming.mismatch' },
} satisfies FieldMessages
