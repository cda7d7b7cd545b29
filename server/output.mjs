/** Who reads what is said may stop reading, as `| head` does. What was begun is done nevertheless. */
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
    if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_DESTROYED') throw error
  })
