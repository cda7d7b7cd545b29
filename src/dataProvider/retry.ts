/** How often a call is made again that was refused because there were too many. */
export const RETRIES = 3

/** Milliseconds; what is to wait for longer is told instead. */
const PAUSE_MAX = 5000

/** Whether a call was refused before it began, and may be made again in a moment. */
export const isRefusedForNow = (status: number, retryAfter: number) =>
  status === 429 && retryAfter > 0 && retryAfter <= PAUSE_MAX

/** Errors: the reason of the signal when it aborts. */
export const pause = (milliseconds: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', leave)
    if (signal?.aborted) leave()
  })
