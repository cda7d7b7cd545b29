import { createContext } from 'react'
import { z } from 'zod'

const sharedSchema = z.object({ sharedNames: z.array(z.string()) }).catch({ sharedNames: [] })

/** The names, in lower case, that several rows of the list have, by the `meta` of a list that is read whole. */
export const sharedNamesOf = (meta: unknown): readonly string[] => sharedSchema.parse(meta).sharedNames

export const SharedNamesContext = createContext<readonly string[]>([])
