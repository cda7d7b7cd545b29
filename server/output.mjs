/** Goes on when who reads what is said stops reading, as `| head` does: what was begun is done nevertheless. */
export function ignoreClosedOutput() {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_DESTROYED') throw error
    })
}

/** Goes on when what is said is lost, for whatever reason: a server does without its log while the disk of that is full. */
export function doWithoutOutput() {
  for (const stream of [process.stdout, process.stderr])
    stream.removeAllListeners('error').on('error', () => undefined)
}
