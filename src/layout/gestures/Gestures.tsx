import { GlobalStyles } from '@mui/material'
import { useEffect } from 'react'
import { watchLongPress } from './longPress'
import { PullToRefresh } from './PullToRefresh'

/** What a finger does on a page is not what the browser would make of it. */
const GESTURES = (
  <GlobalStyles
    styles={{
      html: { overscrollBehaviorY: 'contain' },
      '[data-row]:has(.check)': { userSelect: 'none', WebkitTouchCallout: 'none' },
      '[data-row] .details': { userSelect: 'text' },
    }}
  />
)

/** What a finger can do on a page beside tapping. @param spaceId of the space that the page is in */
export default function Gestures({ spaceId }: { spaceId: string | undefined }) {
  useEffect(watchLongPress, [])
  return (
    <>
      {GESTURES}
      <PullToRefresh spaceId={spaceId} />
    </>
  )
}
