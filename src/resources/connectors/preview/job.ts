import { batchJobOf, type Job, jobOf, jobText, type Subject } from '#contract/connectors'

interface Given extends Subject {
  spaceId: string
  connector: { id: string }
  /** Whether the connector sends several messages in one request. */
  isList: boolean
  variablesOf: (deviceId: string | undefined) => Job['variables']
}

/** JSON text of the job for a first attempt to send several messages in one request. */
export function batchTextOf(
  subjects: readonly Subject[],
  { variablesOf, ...given }: Omit<Given, keyof Subject | 'isList'>,
): string {
  const all = subjects.map((subject) => ({ ...subject, variables: variablesOf(subject.device.id) }))
  return jobText(
    batchJobOf({ attempt: 0, ...given, subjects: all, variables: variablesOf(undefined) }),
    subjects,
  )
}

/**
 * JSON text of the job for a first attempt to send a message; a connector with batches gets a list with this message.
 */
export function firstJobOf({ isList, message, device, ...given }: Given): string {
  const subject = { message, device }
  if (isList) return batchTextOf([subject], given)
  const { variablesOf, ...others } = given
  return jobText(jobOf({ attempt: 0, ...others, ...subject, variables: variablesOf(device.id) }), [subject])
}
