// Attacks by roll-outs over a fleet: trials, and changes of all its devices again and again.
import { keptAlive, type Round } from './attack'

/** Allowed answers: success, too many roll-outs, or too many requests. */
const expected = [200, 201, 400, 409, 429, 503]
const connections = 60

const all = { kind: 'filter', filters: {} }
const order = (value: string) => ({ kind: 'records', set_labels: { flood: value } })

/** A person asks what a roll-out over the fleet would do. */
const trials = keptAlive(
  'trials of roll-outs over a fleet',
  ({ fleet }) => {
    const body = JSON.stringify({ order: order('try'), scope: all })
    return () => ({
      method: 'POST',
      path: `/v2/spaces/${fleet.space.id}/rollouts/try`,
      token: fleet.token,
      body,
    })
  },
  { connections, expected },
)

/** As many roll-outs as the space may have change all devices of the fleet. */
const changes = keptAlive(
  'roll-outs that change all devices of a fleet',
  ({ fleet }) => {
    let made = 0
    return () => {
      made += 1
      return {
        method: 'POST',
        path: `/v2/spaces/${fleet.space.id}/rollouts`,
        token: fleet.token,
        body: JSON.stringify({ name: `flood ${made}`, order: order(String(made)), scope: all, start: true }),
      }
    }
  },
  { connections, expected },
)

export const rollouts: readonly Round[] = [trials, changes]
