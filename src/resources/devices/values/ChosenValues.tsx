import { hashKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useListContext } from 'react-admin'
import type { Device } from '#contract/devices'
import { useLatestAhead, useSpaceSeries } from '../../../components/series/useSeries'
import { AT_ONCE, type ChosenValue, useChosenValues, valueOf } from './chosen'
import { LatestCell } from './valueColumns'

interface LatestAheadProps {
  devices: readonly Device[]
  chosen: readonly ChosenValue[]
}

/** Asks for the last values while the rows are drawn that will show them. */
function LatestAhead({ devices, chosen }: LatestAheadProps) {
  useLatestAhead(
    devices.slice(0, AT_ONCE).map(({ id }) => id),
    chosen.map(({ path }) => path),
  )
  return null
}

/** Keeps the names and units of the chosen values as the space has them by now, and loads early what their columns need. */
export default function ChosenValues() {
  const [chosen, choose] = useChosenValues()
  const { data: devices = [] } = useListContext<Device>()
  const { data } = useSpaceSeries()
  useEffect(() => void LatestCell.preload(), [])
  useEffect(() => {
    const named = chosen.map((one) => valueOf(data?.find(({ path }) => path === one.path) ?? one))
    if (hashKey(named) !== hashKey(chosen)) choose(named)
  }, [data, chosen, choose])
  return devices.length > 0 && chosen.length > 0 && <LatestAhead devices={devices} chosen={chosen} />
}
