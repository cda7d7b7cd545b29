import { GlobalStyles } from '@mui/material'
import { useEffect } from 'react'
import { watchLongPress } from './longPress'
import { PullToRefresh } from './PullToRefresh'

/** Turns off the browser's own gestures where the console has others. */
const GESTURES = (
  <GlobalStyles
    styles={{
      html: { overscrollBehaviorY: 'contain' },
      '[data-row]:has(.check)': { userSelect: 'none', WebkitTouchCallout: 'none' },
      '[data-row] .details': { userSelect: 'text' },
    }}
  />
)

/**
 * Touch gestures other than tapping.
 * @param spaceId the current space
 */
export default function Gestures({ spaceId }: { spaceId: string | undefined }) {
  useEffect(watchLongPress, [])
  return (
    <>
      {GESTURES}
      <PullToRefresh spaceId={spaceId} />
    </>
  )
}
