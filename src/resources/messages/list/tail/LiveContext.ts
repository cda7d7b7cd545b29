import { createContext, useContext } from 'react'
import type { Message } from '#contract/messages'
import type { Followed } from './follower'

/** The live tail of the message list. */
export interface Live {
  isLive: boolean
  setLive: (isLive: boolean) => void
  followed: Followed<Message>
  /** Shows what waits, from the first row on. */
  resume: () => void
}

export const LiveContext = createContext<Live | null>(null)

/** The live tail of the list that a part belongs to. */
export function useLive(): Live {
  const live = useContext(LiveContext)
  if (!live) throw new Error('This part belongs in a LiveFrame')
  return live
}
