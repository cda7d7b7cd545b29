import { z } from 'zod'

/** Longest text of each field, in characters. */
const URL_MAX_LENGTH = 300
const NAME_MAX_LENGTH = 1000
const CLIENT_ID_MAX_LENGTH = 128
const PASSWORD_MAX_LENGTH = 4000

/** A scheme, a host and an optional port, and nothing more: names, paths and parameters have no meaning here. */
const ADDRESS = /^(mqtts?):\/\/(\[[0-9a-f:.]+\]|[^\s/?#@:[\]%*\\]+)(:\d{1,5})?\/?$/i

/** The address with the scheme of HTTP, whose hosts are read the same way everywhere. */
const asHttp = (url: string) => url.replace(/^mqtt/i, 'http')

const tooLong = (length: number) => `must have at most ${length} characters`

/** The address of a broker: `mqtts://broker.example.com`, with a port if it is not the usual one. */
export const brokerUrlSchema = z
  .string('is required')
  .trim()
  .max(URL_MAX_LENGTH, tooLong(URL_MAX_LENGTH))
  .refine((url) => ADDRESS.test(url) && z.url().safeParse(asHttp(url)).success, {
    message: 'must be an address like mqtts://broker.example.com:8883, without a name or a path',
  })

const textSchema = (length: number) => z.string().min(1, 'must not be empty').max(length, tooLong(length))

export const brokerUsernameSchema = textSchema(NAME_MAX_LENGTH)
export const brokerClientIdSchema = textSchema(CLIENT_ID_MAX_LENGTH)
export const brokerPasswordSchema = textSchema(PASSWORD_MAX_LENGTH)

/** The scheme and the host of an address. */
const placeOf = (url: string) => ADDRESS.exec(url.trim().toLowerCase())?.slice(1, 3).join()

/**
 * Whether two addresses are of the same broker by the same scheme, whatever the port. Only then may a password for one be sent to the
 * other.
 */
export const isSameBroker = (one: string, other: string): boolean => placeOf(one) === placeOf(other)

/** The fields that only a connector of type `mqtt` has. */
export const BROKER_FIELDS = ['broker_url', 'broker_username', 'broker_password', 'broker_client_id'] as const
