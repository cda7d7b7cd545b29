import { z } from 'zod'
import { EXAMPLE_ID, endpoint, idSchema, ifAllGiven, jsonSchema } from '../common'
import { deliverySchema } from '../deliveries/delivery'
import { directionSchema, messageTypeSchema } from '../messages'
import { OPERATIONS_CAPABILITY } from './capability'
import { connectorsApi } from './endpoints'

/** A message that a person wrote to try a receiver; a JSON value or JSON text is accepted as the body. */
const sampleSchema = z.object({ type: messageTypeSchema, direction: directionSchema, body: jsonSchema })

/** The message of a test: a stored one, or one that is written for it, of a device. */
export const connectorTestSchema = ifAllGiven(
  z.object({
    message_id: idSchema.optional().describe('A message that is stored'),
    device_id: idSchema.optional().describe('The device of a message that is written for the test'),
    message: sampleSchema.optional(),
    alert: z
      .literal(true)
      .optional()
      .describe('A made-up alert, for a connector that alert rules notify; without the others'),
  }),
)
  .superRefine(({ message_id, device_id, message, alert }, context) => {
    const refuse = (name: string, text: string) =>
      context.addIssue({ code: 'custom', path: [name], message: text })
    const isWritten = device_id !== undefined || message !== undefined
    if (alert) {
      if (isWritten || message_id !== undefined) refuse('alert', 'must not be sent with a message')
      return
    }
    if (message_id !== undefined && isWritten)
      refuse('message_id', 'must not be sent with device_id and message')
    if (message_id === undefined && !isWritten)
      refuse('message_id', 'is required, or device_id with message, or alert')
    if (device_id !== undefined && message === undefined) refuse('message', 'is required with device_id')
    if (device_id === undefined && message !== undefined) refuse('device_id', 'is required with message')
  })
  .meta({
    examples: [
      { message_id: EXAMPLE_ID },
      { alert: true },
      { device_id: EXAMPLE_ID, message: { type: 'data', direction: 'up', body: { temperature: 21.5 } } },
    ],
  })
export type ConnectorTest = z.input<typeof connectorTestSchema>

/** Tests of connectors. Rules, "Connectors". */
export const connectorTestsApi = {
  send: endpoint({
    tag: 'Connectors',
    access: 'bearerOrKey',
    permission: 'space:connector:update',
    method: 'post',
    path: `${connectorsApi.get.path}/test`,
    params: connectorsApi.get.params,
    summary:
      'Send a message once, marked as a test, with the code that is saved; the answer is its delivery, whose attempt follows',
    body: connectorTestSchema,
    messageAt: ['message', 'body'],
    status: 201,
    answer: deliverySchema,
    failures: { 429: 'Too many tests' },
    capability: OPERATIONS_CAPABILITY,
    audit: 'connector.test',
  }),
}
