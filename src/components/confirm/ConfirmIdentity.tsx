import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { confirmation } from '../../dataProvider/confirmation'
import { lazyPart, PartFrame } from '../lazyPart'

const IdentityDialog = lazyPart(() => import('./IdentityDialog'))

/** Tracks the last focused element, for buttons that lose the focus while they are busy. */
function watchFocus() {
  let focused = document.activeElement
  const note = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement) focused = target
  }
  document.addEventListener('focusin', note)
  return { read: () => focused, stop: () => document.removeEventListener('focusin', note) }
}

/**
 * Asks the person to confirm their identity when a call needs a recent sign-in; see `confirmation`. The console renders
 * it once. Its dialog loads when it first opens.
 */
export function ConfirmIdentity() {
  const [answer, setAnswer] = useState<(isConfirmed: boolean) => void>()

  useEffect(() => {
    const focus = watchFocus()
    let giveUp: () => void = () => undefined
    const stop = confirmation.askWith(
      () =>
        new Promise<boolean>((resolve) => {
          const opener = focus.read()
          giveUp = () => resolve(false)
          const close = (isConfirmed: boolean) => {
            // The dialog returns the focus before the call continues, because another dialog below may close then.
            flushSync(() => setAnswer(undefined))
            resolve(isConfirmed)
            // A button that was busy gets the focus once it can have it.
            requestAnimationFrame(() => {
              const isLost = document.activeElement?.matches('body, main')
              if (isLost && opener instanceof HTMLElement) opener.focus()
            })
          }
          setAnswer(() => (isConfirmed: boolean) => queueMicrotask(() => close(isConfirmed)))
        }),
    )
    return () => {
      focus.stop()
      stop()
      giveUp()
    }
  }, [])

  if (!answer) return null
  return (
    <PartFrame onClose={() => answer(false)}>
      <IdentityDialog onAnswer={answer} />
    </PartFrame>
  )
}
