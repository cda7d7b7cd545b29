import { createContext } from 'react'
import { z } from 'zod'

const sharedSchema = z.object({ sharedNames: z.array(z.string()) }).catch({ sharedNames: [] })
const unreadableSchema = z.object({ unreadable: z.number() }).catch({ unreadable: 0 })

/** Names, in lower case, that several rows share, from the `meta` of a whole list. */
export const sharedNamesOf = (meta: unknown): readonly string[] => sharedSchema.parse(meta).sharedNames

export const SharedNamesContext = createContext<readonly string[]>([])

/** Number of unreadable rows, from the `meta` of a list. */
export const unreadableOf = (meta: unknown): number => unreadableSchema.parse(meta).unreadable

export const UnreadableContext = createContext(0)
