import { compareBodies, type Question } from './compareBodies'

// Long bodies take seconds, and the page must not block.
self.addEventListener('message', ({ data }: MessageEvent<Question>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- messages from a worker have no target origin
  self.postMessage(compareBodies(data))
})
