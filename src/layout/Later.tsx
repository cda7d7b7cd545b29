import { GlobalStyles } from '@mui/material'
import { useEffect } from 'react'
import { useHasKeys } from '../components/shortcuts/useShortcut'
import { TOUCH, TOUCH_SIZE, touchSpace } from '../theme/theme'
import { useKeptFocus } from './keptFocus'
import { watchLongPress } from './longPress'
import { PullToRefresh } from './PullToRefresh'

/** What a finger meets, where it is smaller: links that stand alone in a cell or among the values of a record are beside, not below each other. */
const TARGETS = (
  <GlobalStyles
    styles={{
      ':where(td, th, dd, nav, .line) a:not(.MuiButtonBase-root), summary': {
        position: 'relative',
        ...touchSpace,
      },
      [TOUCH]: {
        '.MuiToggleButton-root, .MuiChip-clickable': { minWidth: TOUCH_SIZE, minHeight: TOUCH_SIZE },
        '.MuiChip-clickable': { borderRadius: TOUCH_SIZE / 2 },
      },
    }}
  />
)

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

interface LaterProps {
  /** The space that the page is in. */
  spaceId: string | undefined
  /** The id of the element that holds the page. */
  mainId: string
}

/** What a page needs only once somebody does something on it; on a phone what a finger can do beside tapping. */
export default function Later({ spaceId, mainId }: LaterProps) {
  useKeptFocus(mainId)
  const isPhone = !useHasKeys()
  useEffect(() => (isPhone ? watchLongPress() : undefined), [isPhone])
  return (
    <>
      {TARGETS}
      {isPhone && (
        <>
          {GESTURES}
          <PullToRefresh spaceId={spaceId} />
        </>
      )}
    </>
  )
}
