import { DAY } from '#contract/common/durations'
import { SIM_STATES, type Sim, simProfiles } from '#contract/sims'
import { simulatedSim } from '../../db/schema'
import { type DemoDeps, simulated } from '../deps'
import { identity, withCheckDigit } from '../simulator/identity'
import { between, pick, round, uniform } from '../simulator/random'
import { demoFleet } from '../spaces'

type Row = typeof simulatedSim.$inferInsert

const CARDS = 40
/** The last cards are those of devices. */
const OF_DEVICES = 12
/** Some cards are not in this installation yet. */
const FOREIGN = 5
/** These fail at their next change, or at their next two. */
const FAILURES: Record<number, number> = { 7: 1, 19: 2 }
/** The network 001 01 is reserved for tests, and the country 99 for private networks: the numbers belong to nobody. */
const TEST_NETWORK = '00101'
const TEST_ISSUER = '8999'

const SITES = ['Orchard', 'Waterworks', 'Cold store', null] as const
const OPERATORS = ['Testnet North', 'Testnet Alps', 'Testnet Coast'] as const

/** Numbers of the card with a number from 1 on. */
const numbersOf = (number: number) => ({
  imsi: `${TEST_NETWORK}${String(number).padStart(10, '0')}`,
  iccid: withCheckDigit(`${TEST_ISSUER}${String(10_100 + number).padStart(15, '0')}`),
})

function infoOf(imsi: string, state: string | null, now: number): Sim['info'] {
  if (state === null) return { Customer: 'none' }
  const wasUsed = state !== 'Inactive.Stopped' || uniform(imsi, 'used') < 0.5
  return {
    MSISDN: `88210${imsi.slice(-9)}`,
    Operator: wasUsed ? pick(OPERATORS, imsi, 'operator') : null,
    'Radio access': wasUsed ? pick(['NB-IoT', 'LTE-M'], imsi, 'radio') : null,
    'Data used this month (kB)': wasUsed ? round(between(4, 900, imsi, 'data'), 1) : 0,
    'Last session': wasUsed ? new Date(now - between(0, 3 * DAY, imsi, 'session')).toISOString() : null,
    'In session': state === 'Active.Live' && uniform(imsi, 'in session') < 0.7,
    'Active since': wasUsed
      ? new Date(now - between(30 * DAY, 700 * DAY, imsi, 'since')).toISOString().slice(0, 10)
      : null,
  }
}

/** A card of the demo, with a number from 1 on. */
function cardOf(
  number: number,
  numbers: { imsi: string; iccid: string },
  profiles: readonly [string, ...string[]],
  now: number,
): Row {
  const { imsi } = numbers
  const isOfDevice = number > CARDS - OF_DEVICES
  const isForeign = !isOfDevice && number > CARDS - OF_DEVICES - FOREIGN
  const [ready, ...others] = SIM_STATES
  const state = isOfDevice
    ? 'Active.Live'
    : isForeign
      ? null
      : number === 1
        ? ready
        : pick([ready, ...others], imsi, 'state')
  return {
    ...numbers,
    state,
    profile: isForeign ? null : pick(profiles, imsi, 'profile'),
    attr1: isForeign ? null : pick(SITES, imsi, 'site'),
    attr2:
      isForeign || uniform(imsi, 'batch') < 0.4
        ? null
        : `2026-${String(1 + Math.floor(uniform(imsi, 'box') * 9)).padStart(2, '0')}`,
    apn: isForeign ? null : 'iot.example',
    info: infoOf(imsi, state, now),
    latency: Math.round(between(80, 400, imsi, 'latency')),
    failures: FAILURES[number] ?? 0,
  }
}

/** The cards of the demo's devices that are in use. */
const ofDevices = (deps: DemoDeps) =>
  demoFleet()
    .flatMap(({ devices }) => devices)
    .filter(({ unused }) => !unused)
    .slice(0, OF_DEVICES)
    .map(({ serialNumber, surroundings }) => {
      const { lte_imsi, lte_iccid } = identity(simulated(deps, serialNumber, surroundings), null)
      return { imsi: lte_imsi, iccid: lte_iccid }
    })

/** Gives the demo its SIM cards; those that it has stay. */
export async function fillSims(deps: DemoDeps): Promise<void> {
  const { cloudV2, cloudV1, other } = simProfiles(deps.settings.console.productPrefix)
  const profiles = [other[0], ...cloudV2, ...cloudV1] as const
  const own = Array.from({ length: CARDS - OF_DEVICES }, (_, i) => numbersOf(i + 1))
  const now = deps.now().getTime()
  const cards = [...own, ...ofDevices(deps)].map((numbers, i) => cardOf(i + 1, numbers, profiles, now))
  await deps.db.insert(simulatedSim).values(cards).onConflictDoNothing()
}
