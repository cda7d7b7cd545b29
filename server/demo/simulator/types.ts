import { z } from 'zod'
import { idSchema } from '#contract/common'
import { type MessageType, messageTypeSchema } from '#contract/messages'

/** Where a device hangs; decides what its sensors read. */
export const surroundingsSchema = z.enum(['outdoor', 'shaft', 'fridge', 'freezer', 'room'])
export type Surroundings = z.infer<typeof surroundingsSchema>
export const SURROUNDINGS = surroundingsSchema.options

/** What never changes about a simulated device. Its serial number is its seed. */
export interface SimulatedDevice {
  serialNumber: string
  surroundings: Surroundings
  vendorName: string
  productName: string
  /** How many times faster than a real device it lives: its delays are divided by it; silences keep to the calendar. */
  speed: number
}

/** A message that the device sends. */
export type Outgoing =
  | { type: 'session'; body: { up: Record<string, unknown> } }
  | { type: Exclude<MessageType, 'session'>; body: Record<string, unknown> | string[] }

/** A downlink that was handed over to the device. */
const receivedSchema = z.object({ id: idSchema, type: messageTypeSchema, body: z.unknown() })
export type Received = z.infer<typeof receivedSchema>

/** Settings by their full name: `app config interval-report` is `1800`. */
const settingsSchema = z.record(z.string(), z.string())
export type Settings = z.infer<typeof settingsSchema>

/** How a device names the application that it runs. */
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
  /** It is the so many-th download that the device was asked for. */
  attempt: z.number().int(),
  state: z.enum(['ordered', 'downloading', 'swapping']),
  bytes: z.number().int(),
})
export type Download = z.infer<typeof downloadSchema>

const planned = z.number().nullable()

/** All that a device remembers, as JSON. Times are Unix times in milliseconds; null means not planned. */
export const deviceStateSchema = z.object({
  boots: z.number().int(),
  bootedAt: planned,
  sequence: z.number().int(),
  settings: settingsSchema,
  /** The battery is empty or the network is gone until `bootAt`. */
  silent: z.boolean(),
  bootAt: planned,
  reportAt: planned,
  answerAt: planned,
  /** Downlinks that wait for their answer. */
  inbox: z.array(receivedSchema),
  /** What a `data` downlink has set its outputs to. */
  outputs: z.array(z.number()).nullable().default(null),
  /** The application that was downloaded; null for the one that it came with. */
  firmware: installedSchema.nullable().default(null),
  /** The first one is at hand, the others wait for their turn. */
  downloads: z.array(downloadSchema).default([]),
  downloadAt: planned.default(null),
  /** How many downloads it was asked for. */
  attempts: z.number().int().default(0),
})
export type DeviceState = z.infer<typeof deviceStateSchema>

/** What a wake-up came to. */
export interface Step {
  state: DeviceState
  messages: Outgoing[]
}
