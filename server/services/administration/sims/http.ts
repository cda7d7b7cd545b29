import { type Sim, type SimChanges, simSchema } from '#contract/sims'
import type { Deps } from '../../../deps'
import { ApiError, reasonOf } from '../../../errors'
import { Lane } from '../../../lane'
import type { SimProvider } from '../../../systems'
import { parseJson } from '../../../text'
import { answerText, failureOfStatus } from './httpAnswer'
import { differing, isSimOf, SimProviderError } from './provider'

/** Settings of a SIM provider's HTTP API (docs: sims). */
interface HttpSimSettings {
  /** Base of its addresses, without a trailing slash. */
  url: string
  /** Sent as a bearer token. */
  token: string | undefined
  /** Milliseconds for a whole answer. */
  timeout: number
}

/** Simultaneous calls of one server; others wait. */
const CALLS_AT_ONCE = 4

interface Call {
  method: 'GET' | 'PATCH' | 'POST'
  path: string
  body?: SimChanges
}

/** Codes of connections that were never made, so that nothing was sent. */
const NEVER_SENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_.*|.*_CERT.*|ERR_TLS_.*)$/

const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return ''
  if ('code' in error) return String(error.code)
  return error instanceof AggregateError ? codeOf(error.errors[0]) : codeOf(error.cause)
}

/**
 * A SIM provider with an HTTP API. Only what it shows is trusted: a record of the requested SIM, with the requested values. Its token
 * appears in no error and no line of the log.
 */
export function httpSims({ url, token, timeout }: HttpSimSettings, { log }: Pick<Deps, 'log'>): SimProvider {
  const lane = new Lane({ all: CALLS_AT_ONCE, each: CALLS_AT_ONCE, places: Infinity, wait: timeout })
  const never = new AbortController().signal

  /** The text of a successful answer. */
  async function exchange({ method, path, body }: Call): Promise<string> {
    const limit = AbortSignal.timeout(timeout)
    try {
      const answer = await fetch(`${url}${path}`, {
        method,
        redirect: 'manual',
        signal: limit,
        headers: {
          Accept: 'application/json',
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
          ...(body && { 'Content-Type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await answerText(answer)
      if (answer.status === 200) return text
      throw failureOfStatus(answer, text, token)
    } catch (error) {
      if (error instanceof SimProviderError) throw error
      if (limit.aborted)
        throw new SimProviderError(
          'unanswered',
          `the SIM provider did not answer within ${timeout / 1000} seconds`,
        )
      if (NEVER_SENT.test(codeOf(error)))
        throw new SimProviderError('unreachable', 'the SIM provider cannot be reached')
      log.error('the connection to the SIM provider broke', { error: reasonOf(error) })
      throw new SimProviderError('unanswered', 'the SIM provider closed the connection')
    }
  }

  async function call(id: string, { changes = {}, ...how }: Call & { changes?: SimChanges }): Promise<Sim> {
    try {
      const text = await lane.run('everybody', never, () => exchange(how))
      return believe(id, changes, parseSim(text))
    } catch (error) {
      // The call never began.
      if (error instanceof ApiError)
        throw new SimProviderError(
          'unreachable',
          'the SIM provider is busy with other calls, try again later',
        )
      if (error instanceof SimProviderError && error.failure.startsWith('un'))
        log.error('the SIM provider failed', { method: how.method, reason: error.message })
      throw error
    }
  }

  return {
    read: (id) => call(id, { method: 'GET', path: `/sims/${id}` }),
    update: (id, changes) => call(id, { method: 'PATCH', path: `/sims/${id}`, body: changes, changes }),
    transfer: (id) => call(id, { method: 'POST', path: `/sims/${id}/transfer` }),
  }
}

function parseSim(text: string): Sim {
  try {
    return simSchema.parse(parseJson(text, 'the answer'))
  } catch {
    throw new SimProviderError('unanswered', 'the SIM provider answered what cannot be read')
  }
}

function believe(id: string, changes: SimChanges, sim: Sim): Sim {
  if (!isSimOf(id, sim)) throw new SimProviderError('unanswered', 'the SIM provider answered another SIM')
  const [field] = differing(sim, changes)
  if (field === undefined) return sim
  throw new SimProviderError('unanswered', `the SIM provider answered another ${field} than it was given`)
}
