import type { Alert, Condition } from '../../alerts/index'
import type { JobAlertEvent } from '../../deliveries/alertEvent'
import type { Device } from '../../devices/index'
import type { Message } from '../../messages/index'
import type { Connector } from '../connector'

/** How long a receiver may take to answer, in seconds. */
const DELIVERY_TIMEOUT = 10

interface AnyJob {
  /** 0 for the first attempt. */
  attempt: number
  connector: {
    id: string
    /** Seconds within which the receiver must answer. */
    timeout: number
  }
  /** Whether it is a test, and nothing has happened. */
  test: boolean
  /** The variables of the space that are marked for connectors, and of the device, by name. */
  variables: Record<string, string>
}

/** The fields of a message in a job, except for its body. */
type MessageFields = Pick<Message, 'id' | 'type' | 'direction' | 'created_at' | 'measured_at' | 'raw'>

export type JobMessage = MessageFields & {
  /** The parsed JSON value. */
  body: unknown
}

export type JobDevice = Pick<
  Device,
  'id' | 'name' | 'serial_number' | 'session_id' | 'created_at' | 'label' | 'tags'
> & { space_id: string }

export interface MessageJob extends AnyJob {
  message: JobMessage
  device: JobDevice
  alert?: undefined
  messages?: undefined
}

/** A message of a batch, with its device and the device's variables. */
type BatchedMessage = JobMessage & { device: JobDevice; variables: Record<string, string> }

/** The job of several messages that a connector sends in one request. Its variables are those of the space. */
export interface BatchJob extends AnyJob {
  message: null
  device: null
  messages: BatchedMessage[]
  alert?: undefined
}

/** A device of an alert, or one of its values. */
export interface JobAlertDevice {
  id: string
  name: string
  serial_number: string
  /** The path of the value, its name in the space, and its unit; null if the rule is about the device itself. */
  path: string | null
  label: string | null
  unit: string | null
  /** The value that was furthest beyond the threshold, or the number of boots; null if there is none. */
  value: number | null
  /** Since when the condition was met. */
  since: string
  /** Null while it is met. */
  ended_at: string | null
}

export interface JobAlertConnector {
  id: string
  name: string
  /** Since when all its attempts have failed. */
  since: string
  /** Null while they fail. */
  ended_at: string | null
}

/** The alert of a delivery: as it was when it opened, or when it ended. */
export interface JobAlert {
  event: JobAlertEvent
  /** Whether it is a test, and nothing has happened. */
  test: boolean
  id: string
  rule: { id: string; name: string }
  /** Whether people are notified even in their quiet hours. */
  urgent: boolean
  condition: Condition
  /** The condition of the rule, in English. */
  sentence: string
  opened_at: string
  /** Null while it is open. Each attempt reads it anew: a late `opened` says that the alert has ended. */
  ended_at: string | null
  /** How often the device or connector that has opened most often did so, and since when; null if none flaps. */
  flapping: Alert['flapping']
  device_count: number
  /** The first 100. */
  devices: JobAlertDevice[]
  /** For a rule about connectors, whose alerts have no devices; others have no connectors. */
  connector_count: number
  /** The first 100. */
  connectors: JobAlertConnector[]
  space: { id: string; name: string }
  /** Its page in the console; for a test the page of the rule. */
  url: string
}

export interface AlertJob extends AnyJob {
  message: null
  device: null
  alert: JobAlert
  messages?: undefined
}

/** The argument of a connector's `main(job)`. Rules, "The connector job". */
export type Job = MessageJob | BatchJob | AlertJob

const parsed = (text: string | null): unknown => {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

type Of = Pick<Connector, 'id'>

const connectorOf = ({ id }: Of): Job['connector'] => ({ id, timeout: DELIVERY_TIMEOUT })

/** A message with its device, as a job is made of them. */
export interface Subject {
  message: MessageFields & Pick<Message, 'body'>
  device: Omit<JobDevice, 'space_id'>
}

const messageOf = ({
  id,
  type,
  direction,
  created_at,
  measured_at,
  body,
  raw,
}: Subject['message']): JobMessage => ({
  id,
  type,
  direction,
  created_at,
  measured_at,
  body: parsed(body),
  raw,
})

const deviceOf = (
  { id, name, serial_number, session_id, created_at, label, tags }: Subject['device'],
  space_id: string,
): JobDevice => ({ id, space_id, name, serial_number, session_id, created_at, label, tags })

/** Stands for a body in the text of a job; no stored text contains NUL. */
const HOLE = '\0body'
const HOLES = /"\\u0000body(\d+)"/g

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const withHole = <One extends object>(one: One, at: number) => ({ ...one, body: HOLE + at })

/**
 * JSON text of a job with the bodies as they are stored, because JavaScript would round their long integers.
 * @param subjects those of the job, in its order
 */
export function jobText(job: Job, subjects: readonly Pick<Subject, 'message'>[]): string {
  const holed = job.messages
    ? { ...job, messages: job.messages.map(withHole) }
    : job.message
      ? { ...job, message: withHole(job.message, 0) }
      : job
  return JSON.stringify(holed).replace(HOLES, (_, at: string) => {
    const body = subjects[Number(at)]?.message.body ?? null
    return body !== null && isJson(body) ? body : JSON.stringify(body)
  })
}

interface Attempt {
  attempt: number
  spaceId: string
  connector: Of
  variables?: Job['variables']
  test?: boolean
}

/** The job of one attempt, for the preview and for deliveries. A body that is not JSON is passed as text. */
export const jobOf = ({
  attempt,
  spaceId,
  message,
  device,
  connector,
  variables = {},
  test = false,
}: Attempt & Subject): MessageJob => ({
  attempt,
  message: messageOf(message),
  device: deviceOf(device, spaceId),
  connector: connectorOf(connector),
  variables,
  test,
})

/** The job of one attempt to send several messages in one request, for the preview and for deliveries. */
export const batchJobOf = ({
  attempt,
  spaceId,
  subjects,
  connector,
  variables = {},
  test = false,
}: Attempt & { subjects: readonly (Subject & { variables: Job['variables'] })[] }): BatchJob => ({
  attempt,
  message: null,
  device: null,
  messages: subjects.map(({ message, device, variables: own }) => ({
    ...messageOf(message),
    device: deviceOf(device, spaceId),
    variables: own,
  })),
  connector: connectorOf(connector),
  variables,
  test,
})

/** The job of one attempt to deliver an alert, for the preview and for deliveries. */
export const alertJobOf = ({
  attempt,
  alert,
  connector,
  variables = {},
}: {
  attempt: number
  alert: JobAlert
  connector: Of
  variables?: Job['variables']
}): AlertJob => ({
  attempt,
  message: null,
  device: null,
  alert,
  connector: connectorOf(connector),
  variables,
  test: alert.test,
})
