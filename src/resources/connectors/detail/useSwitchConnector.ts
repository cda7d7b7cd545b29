import { useState } from 'react'
import { useDataProvider, useUpdate } from 'react-admin'
import type { Connector } from '#contract/connectors'
import { useFailureToast, wasDenied } from '../../../components/page'
import { toast } from '../../../components/toast/toasts'
import { useTranslate } from '../../../i18n/translate'
import { changeableOf } from '../changeable'
import type { ConnectorChange } from '../form/codec'

/** What a change sends of a connector to keep it as it is. */
const inputOf = (connector: Connector) => ({
  ...changeableOf(connector),
  tags: connector.tags.map(({ id }) => ({ id })),
  ...(connector.retry_delays && { retry_delays: connector.retry_delays }),
})

/** Enables and disables a connector. */
export function useSwitchConnector(connector: Connector) {
  const translate = useTranslate()
  const dataProvider = useDataProvider()
  const [update] = useUpdate<ConnectorChange>()
  const showFailure = useFailureToast()
  const [isBusy, setBusy] = useState(false)
  const { id } = connector

  const switchTo = async (enabled: boolean) => {
    setBusy(true)
    try {
      // A change sends everything, and somebody else may have changed the rest since it was shown here.
      const { data: current } = await dataProvider.getOne<Connector>('connectors', { id })
      if (wasDenied(current)) return
      const data = { ...inputOf(current), enabled }
      const saved = await update('connectors', { id, data, previousData: current }, { returnPromise: true })
      if (!wasDenied(saved))
        toast({
          kind: 'success',
          title: translate(enabled ? 'connectors.switchedOn' : 'connectors.switchedOff'),
        })
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, switchTo }
}
