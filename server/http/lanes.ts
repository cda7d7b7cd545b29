import { Lane } from '../lane'

/**
 * The lanes of a copy of the server. Together they run no more calls than it has connections to the database, so that each call gets one
 * immediately. Identifying a caller waits only for others at the same address; light calls do not wait for heavy
 * ones.
 */
export const makeLanes = () => ({
  /**
   * For identifying callers, and for compressed bodies. Its wait is shorter: until then the body is unread, and the time for identifying must
   * not make the client look stalled.
   */
  entrance: new Lane({ all: 4, each: 3, places: 1000, wait: 5000 }),
  /** For finding guest links, before they take a place in the entrance together: the world at one link is one caller. */
  guestLinks: new Lane({ all: 2, each: 1, places: 400 }),
  light: new Lane({ all: 5, each: 4, places: 1000 }),
  heavy: new Lane({ all: 3, each: 2, places: 64 }),
  /** For callers who are not signed in yet: they mostly wait for their passwords to be hashed. */
  guests: new Lane({ all: 80, each: 8, places: 64 }),
  /** For files while they are received and stored: each is in memory. Then they take a place in the lane of heavy calls. */
  files: new Lane({ all: 24, each: 4, places: 16 }),
  /** For calls that wait for another system most of the time. */
  outside: new Lane({ all: 64, each: 8, places: 64 }),
})

export type Lanes = ReturnType<typeof makeLanes>
