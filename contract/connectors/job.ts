import type { Condition } from '../alerts'
import type { Device } from '../devices'
import type { Message } from '../messages'
import type { JobAlertEvent } from './alertEvent'
import type { Connector } from './connector'

/** How long a receiver may take to answer, in seconds. */
export const DELIVERY_TIMEOUT = 10

interface AnyJob {
  /** 0 at the first attempt. */
  attempt: number
  connector: {
    id: string
    /** Seconds in which the receiver must answer. */
    timeout: number
  }
  /** Somebody tries the receiver: nothing has happened. */
  test: boolean
  /** The variables of the space that are marked for connectors, and of the device, by name. */
  variables: Record<string, string>
}

/** What a job has of a message, but for its body. */
type Told = Pick<Message, 'id' | 'type' | 'direction' | 'created_at' | 'measured_at' | 'raw'>

/** A message of a job. */
export type JobMessage = Told & {
  /** The parsed JSON value. */
  body: unknown
}

/** A device of a job. */
export type JobDevice = Pick<
  Device,
  'id' | 'name' | 'serial_number' | 'session_id' | 'created_at' | 'label' | 'tags'
> & { space_id: string }

/** The job of a message. */
export interface MessageJob extends AnyJob {
  message: JobMessage
  device: JobDevice
  alert?: undefined
  messages?: undefined
}

/** A message of a batch, with its device and the variables of that. */
export type BatchedMessage = JobMessage & { device: JobDevice; variables: Record<string, string> }

/** The job of several messages, of a connector that sends them in one request. Its variables are those of the space. */
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
  /** Of the value, what the space calls it, and its unit; null where the rule is about the device itself. */
  path: string | null
  label: string | null
  unit: string | null
  /** The value that was furthest beyond, or how often the device booted; null where there is none. */
  value: number | null
  /** Since when it was as the rule waits for. */
  since: string
  /** Null while it is so. */
  ended_at: string | null
}

/** A connector of an alert. */
export interface JobAlertConnector {
  id: string
  name: string
  /** Since when all its attempts failed. */
  since: string
  /** Null while it is so. */
  ended_at: string | null
}

/** What a delivery tells of an alert: as it was when it opened, or when it ended. */
export interface JobAlert {
  event: JobAlertEvent
  /** Nothing has happened: somebody tests who is told. */
  test: boolean
  id: string
  rule: { id: string; name: string }
  /** Whether people are told even in their quiet hours. */
  urgent: boolean
  condition: Condition
  /** What the rule waits for, in English. */
  sentence: string
  opened_at: string
  /** Null while it is open, which each attempt asks anew: a late one of `opened` says that it is over. */
  ended_at: string | null
  device_count: number
  /** The first 100. */
  devices: JobAlertDevice[]
  /** Of a rule about connectors; it has no devices, and the others have no connectors. */
  connector_count: number
  /** The first 100. */
  connectors: JobAlertConnector[]
  space: { id: string; name: string }
  /** Its page in the console; of a test that of the rule. */
  url: string
}

/** The job of an alert. */
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
  message: Told & Pick<Message, 'body'>
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

/** Stands for a body in the text of a job; no text that is stored has a zero in it. */
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
 * JSON text of a job, in which the bodies are as they are stored: JavaScript would round their long integers.
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

/** The job of one attempt that tells of an alert, for the preview and for deliveries. */
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
