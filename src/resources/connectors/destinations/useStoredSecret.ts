import { useRef } from 'react'
import { variablesApi } from '#contract/variables'
import { usePermission } from '../../../dataProvider/account'
import { useAnswers } from '../../../dataProvider/answers'
import { useSpaceport } from '../../../dataProvider/queries'
import { type DestinationId, destinationOf } from '.'
import { channelField, tokenName } from './destination'
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
    const known = mayRead ? await ask(variablesApi.list, { query: VARIABLES }) : []
    const name = freeName(
      channelField(destinationOf(id))?.initial ?? 'SECRET',
      known.map((one) => one.name),
    )
    if (token !== '') await create(tokenName(name), token)
    await create(name, secret)
    stored.current.set(key, name)
    await invalidate(variablesApi.list)
    return name
  }
}
