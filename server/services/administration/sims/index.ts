import { NO_SIM_PROVIDER, type Sim, type SimChanges } from '#contract/sims'
import type { Deps } from '../../../deps'
import { ApiError, notFound } from '../../../errors'
import type { SimProvider } from '../../../systems'
import { note } from '../../audit/note'
import { noteOutside } from '../../audit/outside'
import type { Person } from '../../common/caller'
import { CHANGEABLE, differing, isIccid, type SimFailure, SimProviderError } from './provider'

type SimDeps = Pick<Deps, 'db' | 'now' | 'sims'>

function providerOf({ sims }: SimDeps): SimProvider {
  if (sims) return sims
  throw new ApiError(409, NO_SIM_PROVIDER)
}

const STATUS = { refused: 409, unreachable: 424, unanswered: 424 } as const satisfies Record<
  Exclude<SimFailure, 'missing'>,
  number
>

/** Waits for a provider; its failure becomes the answer of the call. */
async function answerOf<Result>(asking: Promise<Result>): Promise<Result> {
  try {
    return await asking
  } catch (error) {
    if (!(error instanceof SimProviderError)) throw error
    if (error.failure === 'missing') throw notFound()
    throw new ApiError(STATUS[error.failure], error.message)
  }
}

/** Whether a provider has certainly changed nothing. */
const isRefusal = (error: unknown) => error instanceof SimProviderError && error.failure !== 'unanswered'

/** The audit entry of a SIM: the requested id, and the other one as its name. */
const targetOf = (id: string, sim: Sim | null) => ({
  id,
  name: (sim && (isIccid(id) ? sim.imsi : sim.iccid)) || null,
})

const fieldsOf = (sim: Sim, fields: readonly (keyof SimChanges)[]) =>
  Object.fromEntries(fields.map((field) => [field, sim[field]]))

/**
 * A SIM, by its IMSI or ICCID. Rules, "SIM cards".
 * @throws ApiError 404, 409, 424
 */
export const readSim = async (deps: SimDeps, id: string): Promise<Sim> => answerOf(providerOf(deps).read(id))

/**
 * Changes a SIM. If it has the wanted values already, its provider is not called. Rules, "SIM cards".
 * @throws ApiError 404, 409, 424
 */
export async function updateSim(
  deps: SimDeps,
  caller: Person,
  id: string,
  changes: SimChanges,
): Promise<Sim> {
  const provider = providerOf(deps)
  const current = await answerOf(provider.read(id))
  const fields = differing(current, changes)
  const wanted: SimChanges = Object.fromEntries(fields.map((field) => [field, changes[field]]))
  const asked = {
    action: 'sim.update',
    spaceId: null,
    target: targetOf(id, current),
    before: fieldsOf(current, fields),
    after: wanted,
  } as const
  if (fields.length === 0) {
    await note(deps.db, deps, caller, asked)
    return current
  }
  const changing = noteOutside(deps, caller, {
    asked,
    make: () => provider.update(id, wanted),
    isRefusal,
    changeOf: (sim) => ({ ...asked, target: targetOf(id, sim), after: fieldsOf(sim, fields) }),
  })
  return answerOf(changing)
}

/**
 * Transfers a SIM to this installation. Rules, "SIM cards".
 * @throws ApiError 404, 409, 424
 */
export async function transferSim(deps: SimDeps, caller: Person, id: string): Promise<Sim> {
  const provider = providerOf(deps)
  const changing = noteOutside(deps, caller, {
    asked: { action: 'sim.transfer', spaceId: null, target: targetOf(id, null) },
    make: () => provider.transfer(id),
    isRefusal,
    changeOf: (sim) => ({ target: targetOf(id, sim), after: fieldsOf(sim, CHANGEABLE) }),
  })
  return answerOf(changing)
}
