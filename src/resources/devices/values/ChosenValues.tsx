import { hashKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { SeriesSetting } from '#contract/series/settings'
import { shownOf } from '#contract/series/shown'
import { useSettings } from '../../../components/series/settings/useSettings'
import { useSpaceSeries } from '../../../components/series/useSeries'
import { type ChosenValue, useChosenValues, usePinnedValues, VALUE_COLUMNS_MAX, valueOf } from './chosen'

/** The pinned values, in their order. A setting for all items of a list belongs to no single value. */
function pinnedOf(settings: readonly SeriesSetting[]): ChosenValue[] {
  const pinned = settings.filter(({ path, is_pinned }) => is_pinned && !path.includes('[]'))
  const paths = pinned.map(({ path }) => path).slice(0, VALUE_COLUMNS_MAX)
  return [...shownOf(paths, settings, [])].map(([path, { label, unit, decimals }]) => ({
    path,
    label,
    unit,
    decimals,
    is_boolean: false,
  }))
}

/** Updates names and units of the chosen values from the space. */
function Names({
  chosen,
  choose,
}: {
  chosen: readonly ChosenValue[]
  choose: (next: ChosenValue[]) => void
}) {
  const { data } = useSpaceSeries()
  useEffect(() => {
    const named = chosen.map((one) => valueOf(data?.find(({ path }) => path === one.path) ?? one))
    if (hashKey(named) !== hashKey(chosen)) choose(named)
  }, [data, chosen, choose])
  return null
}

/** Updates the stored values of the device list from the space. */
export default function ChosenValues() {
  const [chosen = [], choose] = useChosenValues()
  const [pinned = [], keepPinned] = usePinnedValues()
  const { data } = useSettings()
  useEffect(() => {
    const now = data && pinnedOf(data.series)
    if (now && hashKey(now) !== hashKey(pinned)) keepPinned(now)
  }, [data, pinned, keepPinned])
  return chosen.length > 0 && <Names chosen={chosen} choose={choose} />
}
