import { createContext, useEffect, useState } from 'react'
import { type ListControllerResult, useEvent } from 'react-admin'
import { z } from 'zod'
import { useSpaceport } from '../../../dataProvider/queries'
import { useFailureToast } from '../../action/useFailureToast'

/** A list that was counted only in part. */
export interface More {
  atLeast: number
  isCounting: boolean
  countAll: () => void
}

export const MoreContext = createContext<More | null>(null)

const countedSchema = z.object({ total: z.number().optional(), atLeast: z.number().optional() }).catch({})

/** The number of all rows, even if it arrives after the first rows; `more` if they were counted only in part. */
export function useCounted(list: ListControllerResult, filter: object | undefined) {
  const { filterValues, resource } = list
  const meta: unknown = list.meta
  const [found, setFound] = useState<{ by: unknown; counted: unknown }>({ by: null, counted: null })
  const [isCounting, setCounting] = useState(false)
  const dataProvider = useSpaceport()
  const showFailure = useFailureToast()
  const counting: unknown = list.meta?.counting
  const note = useEvent((counted: unknown) => setFound({ by: meta, counted }))

  useEffect(() => {
    let isCurrent = true
    if (counting instanceof Promise)
      counting.then(
        (counted: unknown) => isCurrent && note(counted),
        // Rows are shown even without a count.
        () => undefined,
      )
    return () => {
      isCurrent = false
    }
  }, [counting, note])

  const countAll = useEvent(async () => {
    setCounting(true)
    try {
      note(await dataProvider.countAll(resource, { filter: { ...filterValues, ...filter } }))
    } catch (error) {
      showFailure(error)
    } finally {
      setCounting(false)
    }
  })

  const { total, atLeast } = countedSchema.parse(found.by === meta ? found.counted : meta)
  return {
    total: list.total ?? total,
    more: list.total === undefined && atLeast !== undefined ? { atLeast, isCounting, countAll } : null,
  }
}
