import { type Connector, jobOf } from '#contract/connectors'
import type { Device } from '#contract/devices'
import { type Message, messageSchema } from '#contract/messages'
import { parseJson } from '../../../../components/json'

interface JobParts {
  spaceId: string
  message: Pick<Message, 'id' | 'type' | 'direction' | 'created_at' | 'body'>
  device: Device
  connector: Pick<Connector, 'id'>
}

/** The job of a first attempt, as a person edits it. */
export const jobText = (parts: JobParts): string => JSON.stringify(jobOf({ attempt: 0, ...parts }), null, 2)

/** A message to fill in, where the device has sent none. */
export const blankMessage = ({ type, direction }: Pick<Message, 'type' | 'direction'>, at: Date) => ({
  id: '00000000-0000-0000-0000-000000000000',
  type,
  direction,
  created_at: at.toISOString(),
  body: '{}',
})

/** What was typed into the input; a message as the API answers it, pasted in place of a job, becomes its job. */
export function fromPasted(text: string, parts: Omit<JobParts, 'message'> | null): string {
  const { success, data: message } = messageSchema.safeParse(parseJson(text))
  return success && parts ? jobText({ ...parts, message }) : text
}
