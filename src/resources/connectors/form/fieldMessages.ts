import type { FieldMessages } from '../../../components/page/form'

/** The forms' own error texts, by field. */
export const fieldMessages: FieldMessages = {
  name: { required: 'connectors.errors.nameRequired', pattern: 'page.errors.name' },
  transformation: 'connectors.errors.transformation',
  retry_delays: 'connectors.errors.delay',
}
