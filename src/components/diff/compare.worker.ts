import { compareBodies, type Question } from './compareBodies'

// Long bodies take seconds, and the page must not block meanwhile.
self.addEventListener('message', ({ data }: MessageEvent<Question>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- who made the worker has no origin
  self.postMessage(compareBodies(data))
})
