import { GlobalStyles } from '@mui/material'
import { Suspense } from 'react'
import { lazyPart } from '../components/lazyPart'
import { useHasKeys } from '../components/shortcuts/useShortcut'
import { TOUCH, TOUCH_SIZE, touchSpace } from '../theme/theme'
import { useKeptFocus } from './keptFocus'

const Gestures = lazyPart(() => import('./gestures/Gestures'))

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

interface LaterProps {
  /** The space that the page is in. */
  spaceId: string | undefined
  /** The id of the element that holds the page. */
  mainId: string
}

/** What a page needs only once somebody does something on it. */
export default function Later({ spaceId, mainId }: LaterProps) {
  useKeptFocus(mainId)
  const isPhone = !useHasKeys()
  return (
    <>
      {TARGETS}
      {isPhone && (
        <Suspense>
          <Gestures spaceId={spaceId} />
        </Suspense>
      )}
    </>
  )
}
