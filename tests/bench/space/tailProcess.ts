// The console's live tail of a space, in a process of its own as in a browser. It returns its messages and its number
// of reads.
import { runApart } from '../../harness/apart'
import { followMessages } from '../../harness/tail'
import type { TailProgram } from './messages'

runApart<TailProgram>(({ url, token, spaceId }) => {
  const tail = followMessages({
    next: () => url,
    token,
    spaceId,
    // Older messages do not belong to this benchmark.
    floor: Date.now(),
    onRefused: (error) => {
      throw error
    },
  })
  return () => tail.shown()
})
