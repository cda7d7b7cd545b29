import { type Settings, type SettingsInput, settingsApi } from '#contract/settings'
import { useFailureToast } from '../../components/page'
import { toast } from '../../components/toast/toasts'
import { useAnswers } from '../../dataProvider/answers'
import { useSpaceport } from '../../dataProvider/queries'
import { isSame, onLatest, saveOf } from '../../dataProvider/versionedSave'
import { useTranslate } from './texts'

/**
 * Saves a setting of the server; `seen` holds the settings that the person saw. If somebody else has changed this
 * setting meanwhile, it shows theirs instead of saving. It reports the result, and answers false if the call failed.
 */
export function useSaveSetting() {
  const { ask } = useSpaceport()
  const { put } = useAnswers()
  const showFailure = useFailureToast()
  const translate = useTranslate()

  const save = (seen: Settings, name: keyof SettingsInput, input: SettingsInput) =>
    onLatest(async () => {
      const latest = await ask(settingsApi.get)
      const isAsSeen = isSame(latest[name], seen[name])
      const based = { version: latest.version, data: seen }
      await put(settingsApi.get, isAsSeen ? await ask(settingsApi.update, saveOf(input, based)) : latest)
      return isAsSeen
    })

  return async (seen: Settings, name: keyof SettingsInput, input: SettingsInput, saved: string) => {
    try {
      if (await save(seen, name, input)) toast({ kind: 'success', title: saved })
      else toast({ kind: 'error', title: translate('admin.changedMeanwhile') })
      return true
    } catch (error) {
      showFailure(error)
      return false
    }
  }
}
