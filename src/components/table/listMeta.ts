import { createContext } from 'react'
import { z } from 'zod'

const sharedSchema = z.object({ sharedNames: z.array(z.string()) }).catch({ sharedNames: [] })
const unreadSchema = z.object({ unread: z.number() }).catch({ unread: 0 })

/** Names, in lower case, that several rows share, from the `meta` of a whole list. */
export const sharedNamesOf = (meta: unknown): readonly string[] => sharedSchema.parse(meta).sharedNames

export const SharedNamesContext = createContext<readonly string[]>([])

/** Number of unreadable rows, from the `meta` of a list. */
export const unreadOf = (meta: unknown): number => unreadSchema.parse(meta).unread

export const UnreadContext = createContext(0)
