import { type FieldMessages, nameMessages } from '../../../components/page/form'

/** The forms' own error texts, by field. */
export const fieldMessages: FieldMessages = {
  ...nameMessages,
  transformation: 'connectors.errors.transformation',
  retry_delays: 'connectors.errors.delay',
}
