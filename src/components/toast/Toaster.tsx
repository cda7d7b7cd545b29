import { Box, Button, IconButton, SvgIcon, Typography } from '@mui/material'
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { usePublicTranslate } from '../../i18n'
import { type Area, controlsInSight, coveredBy, freePlace, topmost } from './place'
import { dismissToast, TOAST_DURATION, type Toast, useToast } from './toasts'

const CLOSE = 'M19 6.4 17.6 5 12 10.6 6.4 5 5 6.4l5.6 5.6L5 17.6 6.4 19l5.6-5.6 5.6 5.6 1.4-1.4-5.6-5.6z'
const SIGNS = {
  success: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm-1.6 14.4-4.2-4.2 1.5-1.5 2.7 2.7 5.9-5.9 1.5 1.5z',
  info: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm1 15h-2v-6h2zm0-8h-2V7h2z',
  error: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm1 15h-2v-2h2zm0-4h-2V7h2z',
}

/** Dismisses the toast after TOAST_DURATION, which pauses under the pointer, with the focus or on a hidden page. */
function useAutoDismiss() {
  const left = useRef(TOAST_DURATION)
  const [isHeld, setHeld] = useState(false)
  const [isHidden, setHidden] = useState(document.hidden)
  useEffect(() => {
    const onVisibility = () => setHidden(document.hidden)
    document.addEventListener('visibilitychange', onVisibility)
    return () => document.removeEventListener('visibilitychange', onVisibility)
  }, [])
  useEffect(() => {
    if (isHeld || isHidden) return undefined
    const since = Date.now()
    const timer = setTimeout(dismissToast, left.current)
    return () => {
      clearTimeout(timer)
      left.current -= Date.now() - since
    }
  }, [isHeld, isHidden])
  const [hold, release] = [() => setHeld(true), () => setHeld(false)]
  return { onMouseEnter: hold, onMouseLeave: release, onFocus: hold, onBlur: release }
}

/** How often to check whether a control has moved below the toast, in milliseconds. */
const LOOK = 250

/** Keeps the toast where it covers no control, or as few as possible, even while the page below changes. */
function usePlace(view: RefObject<HTMLElement | null>) {
  const [place, setPlace] = useState<Pick<Area, 'left' | 'top'>>()
  useLayoutEffect(() => {
    const look = () => {
      const element = view.current
      // It does not move while a person reaches for it.
      if (!element || element.matches(':hover, :focus-within')) return
      const { offsetWidth: width, offsetHeight: height } = element
      const banner = Number.parseFloat(
        getComputedStyle(document.documentElement).getPropertyValue('--banner-height'),
      )
      const screen = {
        width: document.documentElement.clientWidth,
        height: window.innerHeight - (Number.isFinite(banner) ? banner : 0),
      }
      const controls = controlsInSight(topmost(), element)
      const best = freePlace({ width, height, screen }, controls)
      setPlace((current) => {
        if (!current) return best
        const { left, top } = current
        const area = { left, top, right: left + width, bottom: top + height }
        const isInside = area.right <= screen.width && area.bottom <= screen.height
        return isInside && coveredBy(area, controls) <= coveredBy(best, controls) ? current : best
      })
    }
    look()
    const timer = setInterval(look, LOOK)
    return () => clearInterval(timer)
  }, [view])
  return place
}

/** One toast. Screen readers read it out; it does not take the focus. */
function ToastView({ kind, title, description, action }: Toast) {
  const translate = usePublicTranslate()
  const timing = useAutoDismiss()
  const view = useRef<HTMLDivElement>(null)
  const place = usePlace(view)
  // Outside the root, which an open dialog hides from screen readers.
  return createPortal(
    <Box
      ref={view}
      role={kind === 'error' ? 'alert' : 'status'}
      style={place ? { left: place.left, top: place.top } : { right: 8, bottom: 8 }}
      {...timing}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Escape' && dismissToast()}
      sx={({ palette, shadows }) => ({
        position: 'fixed',
        zIndex: 'snackbar',
        width: { xs: 'calc(100% - 16px)', sm: 400 },
        display: 'flex',
        alignItems: 'start',
        gap: 1.5,
        py: 1.5,
        pl: 2,
        pr: 1,
        borderRadius: 1,
        border: '1px solid',
        borderColor: kind === 'error' ? 'transparent' : 'edge',
        color: kind === 'error' ? palette.common.white : 'text.primary',
        bgcolor: kind === 'error' ? 'error.dark' : 'background.raised',
        boxShadow: shadows[8],
        animation: 'toast-in 160ms ease-out',
        '@keyframes toast-in': { from: { opacity: 0, transform: 'translateY(12px)' } },
        '@media (prefers-reduced-motion: reduce)': { animation: 'none' },
      })}
    >
      <SvgIcon fontSize="small" color={kind === 'error' ? 'inherit' : kind} sx={{ mt: 0.25 }}>
        <path d={SIGNS[kind]} />
      </SvgIcon>
      <Box sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere', maxHeight: '40dvh', overflow: 'auto' }}>
        <Typography sx={{ fontWeight: 600 }}>{title}</Typography>
        {description && (
          // The server's sentences begin in lower case.
          <Typography variant="body2" sx={{ '&::first-letter': { textTransform: 'uppercase' } }}>
            {description}
          </Typography>
        )}
      </Box>
      {action && (
        <Button
          size="small"
          color="inherit"
          onClick={() => {
            dismissToast()
            action.onAct()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton size="small" color="inherit" aria-label={translate('common.close')} onClick={dismissToast}>
        <SvgIcon fontSize="small">
          <path d={CLOSE} />
        </SvgIcon>
      </IconButton>
    </Box>,
    document.body,
  )
}

/** Shows the current toast. It loads with the first page, so that it can report that the server is down. */
export function Toaster() {
  const toast = useToast()
  if (!toast?.open) return null
  return <ToastView key={toast.id} {...toast} />
}
