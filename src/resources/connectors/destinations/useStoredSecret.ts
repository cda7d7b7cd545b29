import { useRef } from 'react'
import { variablesApi } from '#contract/variables'
import { usePermission } from '../../../dataProvider/account'
import { useAnswers } from '../../../dataProvider/answers'
import { useSpaceport } from '../../../dataProvider/queries'
import { type DestinationId, destinationOf } from '.'
import { channelField, nameOfToken, tokenName } from './destination'
import type { Typed } from './form'
import { ENVIRONMENT, freeName, VARIABLES } from './VariableInput'

/**
 * Stores what a person typed for a channel as variables for connectors, which are secrets. The same value is stored once, also when the
 * connector is saved again after a failure.
 */
export function useStoredSecret() {
  const { ask } = useSpaceport()
  const { invalidate } = useAnswers()
  const mayRead = usePermission('space:variable:read')
  const stored = useRef(new Map<string, string>())
  const create = async (name: string, value: string) =>
    ask(variablesApi.create, {
      body: { name, value, environment: ENVIRONMENT, for_connectors: true, secret: true },
    })
  /** @returns the name of the variable with the address or key */
  return async (id: DestinationId, { secret, token }: Typed): Promise<string> => {
    const key = JSON.stringify([id, secret, token])
    const before = stored.current.get(key)
    if (before) return before
    // Others may have created some since the form opened.
    const known = mayRead ? await ask(variablesApi.list, { query: VARIABLES }) : null
    const initial = channelField(destinationOf(id))?.initial ?? 'SECRET'
    // A name with a token that is left over is taken too. Whoever does not see the names takes one that nobody has.
    const name = known
      ? freeName(
          initial,
          known.flatMap((one) => [one.name, nameOfToken(one.name)]),
        )
      : `${initial}_${crypto.randomUUID().slice(0, 8).toUpperCase()}`
    if (token !== '') await create(tokenName(name), token)
    await create(name, secret)
    stored.current.set(key, name)
    await invalidate(variablesApi.list)
    return name
  }
}
