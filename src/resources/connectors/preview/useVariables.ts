import { HIDDEN } from '#contract/common'
import type { Job } from '#contract/connectors'
import { OPERATIONS_CAPABILITY } from '#contract/connectors/capability'
import { variablesApi } from '#contract/variables'
import { useCapability } from '../../../config'
import { usePermission } from '../../../dataProvider/account'
import { useAnswer } from '../../../dataProvider/answers'

/** Names of secrets that are probably addresses. */
const ADDRESS_NAME = /(^|[^a-z])(url|address|webhook|endpoint)([^a-z]|$)/i

/** Placeholder for the value of a variable. An address stays an address, so that the code can run. */
const placeholderOf = (name: string, value: string) => {
  const word = `variable-${name.replaceAll(/[^A-Za-z0-9]+/g, '-')}`
  const isAddress = value === HIDDEN ? ADDRESS_NAME.test(name) : /^https?:\/\//i.test(value)
  return isAddress ? `https://${word.toLowerCase()}.invalid/hidden` : word
}

/**
 * Variables of a device for functions, by name. Placeholders replace the values, so that no value is shown or copied.
 */
export function useVariables(): (deviceId: string | undefined) => Job['variables'] {
  const isOffered = useCapability(OPERATIONS_CAPABILITY)
  const isPermitted = usePermission('space:variable:read')
  const { data = [] } = useAnswer(variablesApi.list, {
    query: { for_connectors: 'true', limit: 1000 },
    enabled: isOffered && isPermitted,
    // The newest comes last and wins.
    select: (found) =>
      found
        .toReversed()
        .map(({ name, value, device_id }) => ({ name, shown: placeholderOf(name, value), device_id })),
  })
  const of = (id: string | null) =>
    data.filter(({ device_id }) => device_id === id).map(({ name, shown }) => [name, shown] as const)
  return (deviceId) => Object.fromEntries([...of(null), ...(deviceId === undefined ? [] : of(deviceId))])
}
