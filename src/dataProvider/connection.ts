import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/**
 * Whether the server answers. The client reports it here. While the server is down, react-query pauses its queries and
 * keeps the data on screen; it refetches when the server is back.
 */
export const connection = {
  /** Called on each answer with the server's time (header `X-Server-Time`) and the time of the request. */
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
