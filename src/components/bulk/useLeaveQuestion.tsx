import { useContext, useEffect, useEffectEvent, useState } from 'react'
import { UNSAFE_NavigationContext as NavigationContext, type Navigator, useLocation } from 'react-router-dom'
import { holdSteps } from '../../navigation'
import { ConfirmDialog } from '../page'
import type { BulkProgress } from './machine'
import { useTranslate } from './texts'

/** The place of a step in the history, as the router notes it. */
const placeOf = (state: unknown) =>
  typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number'
    ? state.idx
    : null

/** The steps of the router, which are plain functions. */
interface Steps {
  push: Navigator['push']
  replace: Navigator['replace']
  go: Navigator['go']
}

/** Goes where the person wanted to go. */
type Departure = () => void

const askBrowser = (event: BeforeUnloadEvent) => event.preventDefault()

/**
 * Holds up whatever leaves the page: links, the palette, Back, and the browser. The console's router has no blocker; a
 * step within the page, such as the next page of a list, is let through.
 * @param held hears each departure
 * @returns what lets everything through again
 */
function holdUp(navigator: Navigator, pathname: string, held: (leave: Departure) => void) {
  const steps: Steps = navigator
  const own = { push: steps.push, replace: steps.replace, go: steps.go }
  let here = placeOf(window.history.state)
  let isReturning = false

  const unlessWithin =
    (go: typeof own.push): typeof own.push =>
    (to, ...rest) => {
      if (new URL(navigator.createHref(to), window.location.href).pathname === pathname) {
        go(to, ...rest)
        here = placeOf(window.history.state)
      } else held(() => go(to, ...rest))
    }
  const onPop = (event: PopStateEvent) => {
    if (isReturning) {
      isReturning = false
      event.stopImmediatePropagation()
      return
    }
    const there = placeOf(event.state)
    if (here === null || there === null || here === there) return
    const steps = there - here
    event.stopImmediatePropagation()
    isReturning = true
    window.history.go(-steps)
    held(() => window.history.go(steps))
  }

  navigator.push = unlessWithin(own.push)
  navigator.replace = unlessWithin(own.replace)
  navigator.go = (steps) => held(() => own.go(steps))
  const letStepsGo = holdSteps(onPop)
  window.addEventListener('beforeunload', askBrowser)
  return () => {
    Object.assign(navigator, own)
    letStepsGo()
    window.removeEventListener('beforeunload', askBrowser)
  }
}

/** Holds up departures while it is on. A departure that is carried out is held up no more. */
function useHeldNavigation(isOn: boolean, onHeld: (leave: Departure) => void) {
  const { navigator } = useContext(NavigationContext)
  const { pathname } = useLocation()
  const held = useEffectEvent(onHeld)
  useEffect(() => {
    if (!isOn) return undefined
    const release = holdUp(navigator, pathname, (leave) =>
      held(() => {
        release()
        leave()
      }),
    )
    return release
  }, [isOn, navigator, pathname])
}

interface LeaveQuestionProps {
  run: Pick<BulkProgress, 'isHalted'> & { isRunning: boolean; stop: () => void }
  /** What is left can be gone on with at the next visit. */
  isKept?: boolean
}

/**
 * Asks before the page of a bulk run is left, by whatever way.
 * @returns `ask` for a dialog that is closed; `question` to be rendered
 */
export function useLeaveQuestion({ run, isKept = true }: LeaveQuestionProps) {
  const translate = useTranslate()
  const { isRunning, isHalted, stop } = run
  const [asked, setAsked] = useState<{ leave: Departure | null } | null>(null)
  useHeldNavigation(isRunning, (leave) => setAsked({ leave }))
  if (asked && !isRunning) setAsked(null)

  const stay = () => setAsked(null)
  const confirm = () => {
    stop()
    setAsked(null)
    asked?.leave?.()
  }
  // The person was signed out, or sent where they may go.
  const isSentAway = isRunning && isHalted && asked?.leave
  const leaveNow = useEffectEvent(() => asked?.leave?.())
  useEffect(() => {
    if (isSentAway) leaveNow()
  }, [isSentAway])

  const question = (
    <ConfirmDialog
      open={asked !== null}
      title={translate('bulk.leave.title')}
      confirmLabel={translate(asked?.leave ? 'bulk.leave.leave' : 'bulk.leave.stop')}
      closeLabel={translate('bulk.leave.stay')}
      onConfirm={confirm}
      onClose={stay}
    >
      {translate('bulk.leave.text')} {asked?.leave && isKept && translate('bulk.leave.kept')}
    </ConfirmDialog>
  )
  return { ask: () => setAsked({ leave: null }), question }
}
