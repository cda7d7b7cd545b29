import { ROLLOUTS_CAPABILITY } from '#contract/rollouts/capability'
import { useCapability } from '../../config'
import { useMay } from '../../dataProvider/account'
import { useSpaceport } from '../../dataProvider/queries'
import { useFailureToast } from '../action/useFailureToast'
import type { Done } from './doneBefore'
import { useSuggest } from './suggestion'
import { useTranslate } from './texts'

interface OpenAction {
  label: string
  open: () => void
  /** Why it is disabled; null if it is enabled. */
  reason: string | null
}

/**
 * An action that opens the form of a roll-out which does the same with other devices; none on servers without roll-outs.
 * @param done what was done; null leaves it to the person
 */
export function useSameOnOthers(deviceId: string, done: Done | null): readonly OpenAction[] {
  const translate = useTranslate()
  const isOffered = useCapability(ROLLOUTS_CAPABILITY)
  const may = useMay()
  const suggest = useSuggest()
  const showFailure = useFailureToast()
  const dataProvider = useSpaceport()
  if (!isOffered) return []
  const open = async () => {
    try {
      const [{ sameOnOthers }, { data }] = await Promise.all([
        import('./doneBefore'),
        dataProvider.getOne('devices', { id: deviceId }),
      ])
      suggest(sameOnOthers(data, done))
    } catch (error) {
      showFailure(error)
    }
  }
  return [
    {
      label: translate('rollouts.change.others'),
      open: () => void open(),
      reason: may('space:rollout:create') ? null : translate('common.notPermitted'),
    },
  ]
}
