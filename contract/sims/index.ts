import { z } from 'zod'
import { endpoint, jsonFieldsSchema, TEXT_MAX_LENGTH } from '../common'

/** States that a SIM can be given. Rules, "SIM cards". */
export const SIM_STATES = [
  'Active.Ready',
  'Active.Live',
  'Active.Suspend',
  'Active.Standby',
  'Active.Sleep',
  'Inactive.Stopped',
] as const

/** States in which a SIM works, shown green. Rules, "SIM cards". */
export const isSimWorking = (state: string | null): boolean =>
  state === 'Active.Live' || state === 'Active.Ready'

/**
 * Profiles that a SIM can be given, in groups. Rules, "SIM cards".
 * @param product prefix of the installation (`productPrefix`)
 */
export const simProfiles = (product: string) =>
  ({
    cloudV2: ['1mb', '3mb', '6mb', '10mb'].map((size) => `${product}_${size}_lpwa_CSP`),
    cloudV1: ['60K', '1M'].map((size) => `${product}_${size}_NB_CSP`),
    other: ['USA_TEST_CSP'],
  }) as const

/** Id of a SIM on the SIM page: an IMSI or an ICCID. Rules, "SIM cards". */
export const simIdSchema = z.string().regex(/^(\d{15}|\d{19,20})$/, 'Invalid IMSI/ICCID format')

/** Id of a SIM to transfer: one digit of an IMSI may be missing. Rules, "SIM cards". */
export const transferIdSchema = z
  .string()
  .regex(/^(\d{14,15}|\d{19,20})$/, 'must have 14, 15, 19 or 20 digits')

/** A SIM card, as its provider describes it. Rules, "SIM cards". */
export const simSchema = z
  .object({
    imsi: z.string().nullable().default(null),
    iccid: z.string().nullable().default(null),
    state: z.string().nullable().default(null),
    profile: z.string().nullable().default(null),
    attr1: z.string().nullable().default(null),
    attr2: z.string().nullable().default(null),
    apn: z.string().nullable().default(null),
    /** Other details from the provider. */
    info: jsonFieldsSchema.default({}),
  })
  .meta({ id: 'Sim' })
export type Sim = z.infer<typeof simSchema>

const attribute = z.string().trim().max(TEXT_MAX_LENGTH, `must have at most ${TEXT_MAX_LENGTH} characters`)

/** Fields of a SIM to change; omitted fields are kept. Rules, "SIM cards". */
export const simChangesSchema = z
  .object({
    state: z.enum(SIM_STATES).optional(),
    profile: z.string().trim().min(1, 'must not be empty').max(TEXT_MAX_LENGTH).optional(),
    attr1: attribute.optional(),
    attr2: attribute.optional(),
  })
  .meta({ id: 'SimChanges' })
export type SimChanges = z.infer<typeof simChangesSchema>

/** Why a server without a SIM provider refuses calls about SIMs. */
export const NO_SIM_PROVIDER = 'this server has no SIM provider'

const shared = {
  path: '/admin/sim/{simId}',
  tag: 'SIM cards',
  access: 'bearer',
  permission: 'admin:access',
  isOutside: true,
  params: z.object({ simId: transferIdSchema }),
  status: 200,
  answer: simSchema,
  failures: {
    409: `The SIM provider refuses, or ${NO_SIM_PROVIDER}`,
    424: 'The SIM provider does not answer, or not in a way that can be read; it may have made the change',
  },
} as const

/** SIM cards by IMSI or ICCID. Rules, "SIM cards". */
export const simsApi = {
  get: endpoint({ ...shared, method: 'get', summary: 'Get a SIM' }),
  update: endpoint({
    ...shared,
    method: 'put',
    summary: 'Change a SIM; without a body, transfer it to this installation',
    body: simChangesSchema.optional(),
    audit: ['sim.update', 'sim.transfer'],
  }),
}
