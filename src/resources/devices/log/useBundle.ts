import type { Device } from '#contract/devices'
import { useFailureToast } from '../../../components/action/useFailureToast'
import { toast } from '../../../components/toast/toasts'
import { useSpaceport } from '../../../dataProvider/queries'
import { useTranslate } from '../texts'

/** Saves the support bundle of a device. */
export function useBundle({ id, name }: Pick<Device, 'id' | 'name'>): () => Promise<void> {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const showFailure = useFailureToast()
  return async () => {
    try {
      const [{ deviceLogApi }, { download, fileName }] = await Promise.all([
        import('#contract/deviceLog'),
        import('../../../components/files'),
      ])
      const content = await ask(deviceLogApi.bundle, { params: { deviceId: id } })
      download(fileName('support', name, new Date(), 'tar'), content)
      toast({ kind: 'success', title: translate('devices.actions.bundleDone') })
    } catch (error) {
      showFailure(error)
    }
  }
}
