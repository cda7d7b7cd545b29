import { useState } from 'react'
import { useFailureToast } from '../../../components/page'
import { toast } from '../../../components/toast/toasts'
import { useSpaceport } from '../../../dataProvider/useSpaceport'
import { useTranslate } from '../../../i18n/translate'

/** The secret of a connector; it is in no cache, and gone with the page. */
export function useSecret(connectorId: string) {
  const translate = useTranslate()
  const { getConnectorSecret, rotateConnectorSecret } = useSpaceport()
  const showFailure = useFailureToast()
  const [secret, setSecret] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  /** Whether the call brought a secret. */
  const keep = async (call: (connectorId: string) => Promise<string>) => {
    setBusy(true)
    try {
      const answer = await call(connectorId)
      // A denied call resolves with an empty object.
      if (typeof answer !== 'string') return false
      setSecret(answer)
      return true
    } catch (error) {
      showFailure(error)
      return false
    } finally {
      setBusy(false)
    }
  }

  return {
    /** Undefined until it is read. */
    secret,
    isBusy,
    read: () => void keep(getConnectorSecret),
    rotate: async () => {
      if (await keep(rotateConnectorSecret))
        toast({ kind: 'success', title: translate('connectors.secret.rotated') })
    },
  }
}
