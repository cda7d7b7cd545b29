import { latestApi, seriesApi } from '#contract/series'
import { SERIES_CAPABILITY } from '#contract/series/capability'
import { type SeriesChange, type SeriesSetting, seriesSettingsApi } from '#contract/series/settings'
import { plainSetting } from '#contract/series/shown'
import { useCapability } from '../../../config'
import { useKnownPermission, usePermission } from '../../../dataProvider/account'
import { useAnswer, useAnswers } from '../../../dataProvider/answers'
import { useSpaceport } from '../../../dataProvider/queries'
import { conditionOf, onLatest } from '../../../dataProvider/versionedSave'
import { useFailureToast } from '../../page'
import { toast } from '../../toast/toasts'
import { useTranslate } from '../texts'

/** How long settings stay fresh, in milliseconds. */
const FRESH = 60_000

/** The settings of the space's values; undefined until known, and on servers without them. */
export function useSettings() {
  const isOffered = useCapability(SERIES_CAPABILITY)
  const may = usePermission(seriesSettingsApi.read.permission)
  return useAnswer(seriesSettingsApi.read, { enabled: isOffered && may, staleTime: FRESH })
}

/** Whether the person may change settings of values; undefined until known. */
export function useMayChange(): boolean | undefined {
  const isOffered = useCapability(SERIES_CAPABILITY)
  const may = useKnownPermission(seriesSettingsApi.change.permission)
  return isOffered ? may : false
}

type Field = keyof Omit<SeriesChange, 'path'>

/** The changed fields with their current values. */
function asIn(settings: readonly SeriesSetting[], changes: readonly SeriesChange[]): SeriesChange[] {
  return changes.map(({ path, ...fields }) => {
    const setting = settings.find((one) => one.path === path) ?? plainSetting(path)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of an object of this type
    const names = Object.keys(fields) as Field[]
    // Unpinning also clears the tags and the place.
    const affected: Field[] = names.includes('is_pinned')
      ? [...new Set<Field>([...names, 'tags', 'place'])]
      : names
    return { path, ...Object.fromEntries(affected.map((name) => [name, setting[name]])) }
  })
}

/** A change of settings, and its success text. */
interface Change {
  /** Computes the changes from the server's current settings. */
  of: (settings: readonly SeriesSetting[]) => SeriesChange[]
  done: string
}

/** Changes settings of values and offers to undo it. Changes start from the latest settings, so others' stay. */
export function useChangeSettings() {
  const translate = useTranslate()
  const showFailure = useFailureToast()
  const { put, invalidate } = useAnswers()
  const { ask } = useSpaceport()

  const reload = () => invalidate(seriesSettingsApi, seriesApi.list, latestApi)

  const make = (changesOf: (settings: readonly SeriesSetting[]) => SeriesChange[] | null) =>
    onLatest(async () => {
      const before = await ask(seriesSettingsApi.read)
      const changes = changesOf(before.series)
      if (changes === null) return null
      const after = await ask(seriesSettingsApi.change, {
        body: { series: changes },
        headers: conditionOf(before.version),
      })
      await put(seriesSettingsApi.read, after)
      return { undoing: asIn(before.series, changes), made: asIn(after.series, changes) }
    })

  const undo = async ({ undoing, made }: { undoing: SeriesChange[]; made: SeriesChange[] }) => {
    try {
      const isSame = (settings: readonly SeriesSetting[]) =>
        JSON.stringify(asIn(settings, made)) === JSON.stringify(made)
      const undone = await make((settings) => (isSame(settings) ? undoing : null))
      if (undone) toast({ kind: 'success', title: translate('series.done.undone') })
      else toast({ kind: 'error', title: translate('series.notUndone') })
    } catch (error) {
      showFailure(error)
    }
    await reload()
  }

  return async ({ of, done }: Change): Promise<boolean> => {
    try {
      const result = await make(of)
      toast({
        kind: 'success',
        title: done,
        ...(result && {
          action: { label: translate('page.undo'), onAct: () => void undo(result) },
        }),
      })
      await reload()
      return true
    } catch (error) {
      showFailure(error)
      return false
    }
  }
}
