/** Goes on if the reader of the output stops, as `| head` does: work that was begun is completed nevertheless. */
export function ignoreClosedOutput() {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_DESTROYED') throw error
    })
}

/** Goes on if output is lost, for whatever reason: a server works without its log while that disk is full. */
export function doWithoutOutput() {
  for (const stream of [process.stdout, process.stderr])
    stream.removeAllListeners('error').on('error', () => undefined)
}
