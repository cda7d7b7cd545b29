import { z } from 'zod'
import { idSchema } from '#contract/common'
import { type Confirm, confirmSchema, type MessageType, messageTypeSchema } from '#contract/messages'

/** Surroundings of a device, which determine its readings. */
export const SURROUNDINGS = ['outdoor', 'shaft', 'reservoir', 'fridge', 'freezer', 'room', 'hall'] as const
export const surroundingsSchema = z.enum(SURROUNDINGS)
export type Surroundings = z.infer<typeof surroundingsSchema>

/** The constant part of a simulated device. Its serial number is the seed of all random values. */
export interface SimulatedDevice {
  serialNumber: string
  surroundings: Surroundings
  vendorName: string
  productName: string
  /** Speed; 1 is real time. Delays are divided by it; silences are not. */
  speed: number
}

/** A message that the device sends. */
export type Outgoing = { confirms?: readonly Confirm[] } & (
  | { type: 'session'; body: { up: Record<string, unknown> } }
  | { type: Exclude<MessageType, 'session'>; body: Record<string, unknown> | string[] }
)

/** A downlink that was handed over to the device. */
const receivedSchema = z.object({ id: idSchema, type: messageTypeSchema, body: z.unknown() })
export type Received = z.infer<typeof receivedSchema>

/** Settings by their full name: `app config interval-report` is `1800`. */
export type Settings = Record<string, string>

/** The application of a device, as it reports it. */
const installedSchema = z.object({
  app_fw_bundle: z.string(),
  app_fw_name: z.string(),
  app_fw_version: z.string(),
})
export type Installed = z.infer<typeof installedSchema>

/** A firmware job as the device sees it. */
const downloadSchema = z.object({
  jobId: idSchema,
  firmwareId: z.string(),
  target: z.string(),
  /** Number of this download, counted by the device. */
  attempt: z.number().int(),
  state: z.enum(['ordered', 'downloading', 'swapping']),
  bytes: z.number().int(),
})
export type Download = z.infer<typeof downloadSchema>

const planned = z.number().nullable()

/** State of a device, as JSON. Times are Unix times in milliseconds; null means not planned. */
export const deviceStateSchema = z.object({
  boots: z.number().int(),
  bootedAt: planned,
  sequence: z.number().int(),
  settings: z.record(z.string(), z.string()),
  /** The battery is empty or the network is gone until `bootAt`. */
  silent: z.boolean(),
  bootAt: planned,
  reportAt: planned,
  answerAt: planned,
  /** Downlinks to answer. */
  inbox: z.array(receivedSchema),
  /** Ids of the last downlinks that it has carried out or refused: it does nothing twice. */
  handled: z.array(idSchema).default([]),
  /** What it confirms with its next message. */
  confirms: z.array(confirmSchema).default([]),
  /** Outputs, as a `data` downlink set them. */
  outputs: z.array(z.number()).nullable(),
  /** The downloaded application; null for the original one. */
  firmware: installedSchema.nullable(),
  /** The first one is the current one, the others wait. */
  downloads: z.array(downloadSchema),
  downloadAt: planned,
  /** Number of downloads so far. */
  attempts: z.number().int(),
})
export type DeviceState = z.infer<typeof deviceStateSchema>

/** The result of a wake-up. */
export interface Step {
  state: DeviceState
  messages: Outgoing[]
}
