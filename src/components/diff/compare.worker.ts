import { compareBodies, type Question } from './compareBodies'

// Long bodies take seconds, for which the page must not block.
self.addEventListener('message', ({ data }: MessageEvent<Question>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- who made the worker has no origin
  self.postMessage(compareBodies(data))
})
