// The console's live tail of a space, in a process of its own as in a browser. It answers what it shows and how often it has read.
import { answer, taskOf } from '../../harness/apart'
import { followMessages } from '../../harness/tail'
import type { FullSpace } from './setup'

const { url, token, spaceId } = taskOf<Pick<FullSpace, 'url' | 'token' | 'spaceId'>>()
const tail = followMessages({
  next: () => url,
  token,
  spaceId,
  // The older ones are not of this benchmark.
  floor: Date.now(),
  onRefused: (error) => {
    throw error
  },
})
answer(() => tail.shown())
