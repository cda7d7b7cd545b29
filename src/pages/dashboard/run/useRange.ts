import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { parseJson } from '../../../components/json'
import { type DateRange, readRange } from '../../../components/table/dates/ranges'

const PARAMETER = 'range'

/** The range of time, mirrored by the address; undefined while none was chosen. */
export function useRange() {
  const [search, setSearch] = useSearchParams()
  const text = search.get(PARAMETER)
  const range = useMemo(() => (text === null ? undefined : readRange(parseJson(text))), [text])
  const setRange = (next: DateRange | undefined) => {
    const changed = new URLSearchParams(search)
    if (next) changed.set(PARAMETER, JSON.stringify(next))
    else changed.delete(PARAMETER)
    setSearch(changed)
  }
  return { range, setRange }
}
