import { GlobalStyles } from '@mui/material'
import { Suspense, useEffect, useState } from 'react'
import { DEVICE_LOG_CAPABILITY } from '#contract/deviceLog/capability'
import { lazyPart } from '../components/lazyPart'
import { useHasKeys } from '../components/shortcuts/useShortcut'
import { useCapability } from '../config'
import { TOUCH, TOUCH_SIZE, touchSpace } from '../theme/theme'
import { useKeptFocus } from './keptFocus'

const SendNotes = lazyPart(() => import('../components/notes/SendNotes'))
const Gestures = lazyPart(() => import('./gestures/Gestures'))

/** Milliseconds until notes that wait are sent: what somebody looks at comes first. */
const NOTES_AFTER = 2000

/** Whether some milliseconds have passed since the page loaded. */
function useHasWaited(delay: number): boolean {
  const [hasWaited, setWaited] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), delay)
    return () => clearTimeout(timer)
  }, [delay])
  return hasWaited
}

/** Touch targets for smaller controls. Links alone in a cell or among a record's values are side by side. */
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
  /** The current space. */
  spaceId: string | undefined
  /** The id of the element that contains the page. */
  mainId: string
}

/** The parts of a page that are needed only once somebody uses it. */
export default function Later({ spaceId, mainId }: LaterProps) {
  useKeptFocus(mainId)
  const isPhone = !useHasKeys()
  const hasLog = useCapability(DEVICE_LOG_CAPABILITY)
  const sendsNotes = useHasWaited(NOTES_AFTER) && hasLog
  return (
    <>
      {TARGETS}
      {sendsNotes && (
        <Suspense>
          <SendNotes />
        </Suspense>
      )}
      {isPhone && (
        <Suspense>
          <Gestures spaceId={spaceId} />
        </Suspense>
      )}
    </>
  )
}
