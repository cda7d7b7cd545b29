/** How often a call that was refused for too many calls is retried. */
export const RETRIES = 3

/** Longest wait, in milliseconds; a call that would have to wait longer fails instead. */
const PAUSE_MAX = 5000

/** Whether a call was refused before it began and may be retried soon. */
export const isRefusedForNow = (status: number, retryAfter: number) =>
  status === 429 && retryAfter > 0 && retryAfter <= PAUSE_MAX

/** Errors: the abort reason of the signal. */
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
