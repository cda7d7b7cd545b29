import { createContext } from 'react'
import { z } from 'zod'

const sharedSchema = z.object({ sharedNames: z.array(z.string()) }).catch({ sharedNames: [] })
const unreadSchema = z.object({ unread: z.number() }).catch({ unread: 0 })

/** The names, in lower case, that several rows of the list have, by the `meta` of a list that is read whole. */
export const sharedNamesOf = (meta: unknown): readonly string[] => sharedSchema.parse(meta).sharedNames

export const SharedNamesContext = createContext<readonly string[]>([])

/** How many rows of the answer could not be read, by the `meta` of a list. */
export const unreadOf = (meta: unknown): number => unreadSchema.parse(meta).unread

export const UnreadContext = createContext(0)
