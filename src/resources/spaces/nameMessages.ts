import type { FieldMessages } from '../../components/page/form'

/** Error texts of a space's name. Spec 1, section 5. */
export const nameMessages: FieldMessages = {
  name: { required: 'spaces.errors.nameRequired', pattern: 'spaces.errors.namePattern' },
}
