import { useFailureToast } from '../../../components/page'
import { toast } from '../../../components/toast/toasts'
import { resolveRanges } from '../../../dataProvider/ranges'
import { useSpaceport } from '../../../dataProvider/useSpaceport'
import { useTranslate } from '../../../i18n/translate'
import { useRefetchDeliveries } from './useDelivery'

/** The time of an attempt that a filter asks for at this moment, in ISO. */
function timeOf(filter: Record<string, unknown>): { after?: string; before?: string } {
  const range = resolveRanges(filter).attempted_at
  const time = (key: 'start' | 'end') => {
    const value: unknown = typeof range === 'object' && range !== null ? Reflect.get(range, key) : undefined
    return typeof value === 'string' ? value : undefined
  }
  const [after, before] = [time('start'), time('end')]
  return { ...(after && { after }), ...(before && { before }) }
}

/** Counts the failed deliveries that a list's filter lets through, and tries them again. */
export function useRetryAll(connectorId: string, filter: Record<string, unknown>) {
  const translate = useTranslate()
  const { countDeliveries, retryDeliveries } = useSpaceport()
  const refetch = useRefetchDeliveries()
  const showFailure = useFailureToast()
  return {
    /** How many there are. Errors: those of the client. */
    count: () => countDeliveries(connectorId, { ...timeOf(filter), state: ['failed'] }),
    /** Tries them again; tells how many they were, or why not. */
    retryAll: async () => {
      try {
        const count = await retryDeliveries(connectorId, timeOf(filter))
        // A denied call resolves with an empty object.
        if (Number.isFinite(count))
          toast({
            kind: 'success',
            title: translate('connectors.deliveries.retryAll.done', { smart_count: count }),
          })
      } catch (error) {
        showFailure(error)
      }
      await refetch()
    },
    /** Whether the filter has a time. */
    isOfTime: filter.attempted_at !== undefined,
  }
}
