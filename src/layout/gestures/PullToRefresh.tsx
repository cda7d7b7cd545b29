import { CircularProgress, styled } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { useEffect, useEffectEvent, useState } from 'react'
import { useRefetchShown } from '../../dataProvider/SpaceProvider'
import { useTranslate } from '../../i18n/translate'
import { TOP_BAR_HEIGHT, TOUCH_SIZE } from '../../theme/theme'

/** Distances of a pull in px: from where a release refreshes, and from where the indicator shows. */
const PULL = { enough: 120, seen: 12 }

/** Elements that handle touches themselves or lie over the page. */
const OTHERS = '[role="dialog"], [role="application"], [role="menu"], canvas, input, textarea, select'

/** Whether a pull from there moves the page itself: it is at its top, and nothing inside it can scroll up. */
function isAtTop(target: EventTarget | null): boolean {
  if (!(target instanceof Element) || window.scrollY > 0 || target.closest(OTHERS)) return false
  for (let element: Element | null = target; element; element = element.parentElement)
    if (element.scrollTop > 0) return false
  return true
}

const Disc = styled('div')(({ theme }) => ({
  position: 'fixed',
  zIndex: theme.zIndex.appBar - 1,
  top: TOP_BAR_HEIGHT - TOUCH_SIZE - 8,
  left: `calc(50% - ${TOUCH_SIZE / 2}px)`,
  display: 'grid',
  placeItems: 'center',
  width: TOUCH_SIZE,
  height: TOUCH_SIZE,
  borderRadius: '50%',
  border: `1px solid ${theme.palette.edge}`,
  backgroundColor: theme.palette.background.raised,
  pointerEvents: 'none',
}))

interface PullToRefreshProps {
  /** The current space. */
  spaceId: string | undefined
}

/** Refetches everything on a page when the person pulls it down from its top, on a phone. */
export function PullToRefresh({ spaceId }: PullToRefreshProps) {
  const translate = useTranslate()
  const refetch = useRefetchShown()
  /** Distance of the pull in px; null without one. */
  const [pulled, setPulled] = useState<number | null>(null)
  const [state, setState] = useState<'idle' | 'refreshing' | 'done'>('idle')
  const isRefreshing = state === 'refreshing'

  const refresh = useEffectEvent(async () => {
    setState('refreshing')
    await refetch(spaceId)
    setState('done')
  })
  const isBusy = useEffectEvent(() => isRefreshing)
  useEffect(() => {
    let start: Touch | undefined
    let far = 0
    const show = (distance: number) => {
      far = distance
      setPulled(distance > PULL.seen ? distance : null)
    }
    const onStart = ({ touches, target }: TouchEvent) => {
      start = touches.length === 1 && !isBusy() && isAtTop(target) ? touches[0] : undefined
      far = 0
    }
    const onMove = ({ touches: [touch, second] }: TouchEvent) => {
      if (!start || !touch) return
      const [down, aside] = [touch.clientY - start.clientY, Math.abs(touch.clientX - start.clientX)]
      // A second finger, a sideways pull, or the page has scrolled.
      if (second || window.scrollY > 0 || (far === 0 && aside > down)) {
        start = undefined
        show(0)
      } else show(down)
    }
    const onEnd = () => {
      if (start && far >= PULL.enough) void refresh()
      start = undefined
      show(0)
    }
    const onCancel = () => {
      start = undefined
      show(0)
    }
    const passive = { passive: true }
    window.addEventListener('touchstart', onStart, passive)
    window.addEventListener('touchmove', onMove, passive)
    window.addEventListener('touchend', onEnd)
    window.addEventListener('touchcancel', onCancel)
    return () => {
      window.removeEventListener('touchstart', onStart)
      window.removeEventListener('touchmove', onMove)
      window.removeEventListener('touchend', onEnd)
      window.removeEventListener('touchcancel', onCancel)
    }
  }, [])

  const part = Math.min(1, (pulled ?? 0) / PULL.enough)
  const places = { idle: '', refreshing: translate('common.loading'), done: translate('layout.refreshed') }
  return (
    <>
      <span role="status" style={visuallyHidden}>
        {places[state]}
      </span>
      {(isRefreshing || pulled !== null) && (
        <Disc style={{ transform: `translateY(${(isRefreshing ? 1 : part) * (TOUCH_SIZE + 20)}px)` }}>
          <CircularProgress
            size={20}
            aria-hidden
            {...(!isRefreshing && { variant: 'determinate', value: part * 100 })}
          />
        </Disc>
      )}
    </>
  )
}
