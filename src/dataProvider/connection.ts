import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/**
 * Whether the server answers. The client reports here; react-query holds its queries while it does not,
 * keeps what is on screen, and refetches when it is back.
 */
export const connection = {
  /** Is told what time it was at the server (its header `X-Server-Time`) when it answered, and when it was asked. */
  onAnswer: (_time: string | null, _sentAt: number): void => undefined,
  isLost: () => !onlineManager.isOnline(),
  lost: () => onlineManager.setOnline(false),
  restored: () => onlineManager.setOnline(true),
  /** Resolves once the server answers. */
  whenRestored: () =>
    new Promise<void>((resolve) => {
      if (onlineManager.isOnline()) return resolve()
      const stop = onlineManager.subscribe((isOnline) => {
        if (!isOnline) return
        stop()
        resolve()
      })
    }),
}

const subscribe = (listener: () => void) => onlineManager.subscribe(listener)

/** True while the server does not answer. */
export const useServerDown = () => useSyncExternalStore(subscribe, connection.isLost)
