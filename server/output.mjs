/** Goes on when who reads what is said stops reading, as `| head` does: what was begun is done nevertheless. */
export function ignoreClosedOutput() {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_DESTROYED') throw error
    })
}
