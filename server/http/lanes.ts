import { Lane } from '../lane'

/**
 * The lanes of a copy of the server. Together they run no more calls than it has connections to the database, so that each finds
 * one at once. Whoever is identified, by address, waits for nobody's calls; light calls wait for no heavy ones.
 */
export const makeLanes = () => ({
  /** Who calls, and what comes compressed. Shorter: until then the body is unread, and with the reading of who calls it must not look as if the client stalled. */
  entrance: new Lane({ all: 4, each: 3, places: 1000, wait: 5000 }),
  light: new Lane({ all: 5, each: 4, places: 1000 }),
  heavy: new Lane({ all: 3, each: 2, places: 64 }),
  /** Of nobody, to become somebody: they mostly wait for their passwords to be hashed. */
  guests: new Lane({ all: 80, each: 8, places: 64 }),
  /** Calls that wait for another system most of the time. */
  outside: new Lane({ all: 64, each: 8, places: 64 }),
})

export type Lanes = ReturnType<typeof makeLanes>
