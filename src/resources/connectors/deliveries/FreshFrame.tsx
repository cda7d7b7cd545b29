import { type ReactNode, useEffect } from 'react'
import { useEvent, useListContext } from 'react-admin'
import type { Delivery } from '#contract/connectors'
import { isUnderWay } from './useDelivery'

/** Time between two looks at the rows, in milliseconds. */
const LOOK_INTERVAL = 2000

/** Refreshes the list while an attempt of one of its rows is due, and the page is seen. */
export function FreshFrame({ children }: { children: ReactNode }) {
  const { data, refetch } = useListContext<Delivery>()
  const look = useEvent(() => {
    const isDue = data?.some((delivery) => isUnderWay(delivery, Date.now()))
    if (isDue && document.visibilityState === 'visible') void refetch()
  })
  useEffect(() => {
    const timer = setInterval(look, LOOK_INTERVAL)
    return () => clearInterval(timer)
  }, [look])
  return children
}
