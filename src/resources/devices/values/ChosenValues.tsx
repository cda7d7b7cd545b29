import { hashKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSpaceSeries } from '../../../components/series/useSeries'
import { useChosenValues, valueOf } from './chosen'

/** Keeps the names and units of the chosen values as the space has them by now. */
export default function ChosenValues() {
  const [chosen, choose] = useChosenValues()
  const { data } = useSpaceSeries()
  useEffect(() => {
    const named = chosen.map((one) => valueOf(data?.find(({ path }) => path === one.path) ?? one))
    if (hashKey(named) !== hashKey(chosen)) choose(named)
  }, [data, chosen, choose])
  return null
}
