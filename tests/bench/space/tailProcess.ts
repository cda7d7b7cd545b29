// The console's live tail of a space, in a process of its own as in a browser. It answers what it shows and how often it has read.
import { runApart } from '../../harness/apart'
import { followMessages } from '../../harness/tail'
import type { TailProgram } from './messages'

runApart<TailProgram>(({ url, token, spaceId }) => {
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
  return () => tail.shown()
})
