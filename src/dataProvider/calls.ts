import type { z } from 'zod'
import type { Endpoint } from '#contract/common'
import type { EndpointOptions } from './client'
import { useSpaceport } from './queries'

const known = <Schema extends z.ZodType>(schema: Schema, answer: unknown) => schema.safeParse(answer).data

/** Calls endpoints that belong to no resource. The rules for 401 and 403 hold for them too. */
export function useCalls() {
  const dataProvider = useSpaceport()
  return {
    /** Answers undefined when the call was denied and the person has been sent away. Errors: those of the client. */
    ask: async <const E extends Endpoint & { answer: z.ZodType }>(
      endpoint: E,
      options?: EndpointOptions<E>,
    ): Promise<z.output<E['answer']> | undefined> => {
      // React-admin answers a denied call with an empty object.
      const answer: unknown = await dataProvider.ask(endpoint, options)
      return known<E['answer']>(endpoint.answer, answer)
    },
    /** For an endpoint without an answer: whether it was carried out, else the call was denied. */
    send: async <const E extends Endpoint>(endpoint: E, options?: EndpointOptions<E>): Promise<boolean> => {
      const done: unknown = await dataProvider.send(endpoint, options)
      return done === true
    },
  }
}
