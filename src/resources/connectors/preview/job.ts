import {
  type BatchJob,
  batchJobOf,
  type Job,
  jobOf,
  type MessageJob,
  type Subject,
} from '#contract/connectors'

interface Given extends Subject {
  spaceId: string
  connector: { id: string }
  /** Whether the connector sends several messages in one request. */
  isList: boolean
  variablesOf: (deviceId: string | undefined) => Job['variables']
}

/** The job of a first attempt to send a message; where several are sent in one request, a list with this one. */
export function firstJobOf({ isList, message, device, variablesOf, ...given }: Given): MessageJob | BatchJob {
  const variables = variablesOf(device.id)
  if (!isList) return jobOf({ attempt: 0, ...given, message, device, variables })
  const subjects = [{ message, device, variables }]
  return batchJobOf({ attempt: 0, ...given, subjects, variables: variablesOf(undefined) })
}
