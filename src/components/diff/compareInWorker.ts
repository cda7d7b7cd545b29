import type { Comparison, Question } from './compareBodies'

/** Compares two bodies in a worker. Errors: it was aborted, or the worker failed. */
export function compareInWorker(question: Question, signal: AbortSignal): Promise<Comparison> {
  const worker = new Worker(new URL('./compare.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Comparison>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Comparison>) => resolve(data))
    worker.addEventListener('error', ({ message }) => reject(new Error(message)))
    signal.addEventListener('abort', () =>
      reject(signal.reason instanceof Error ? signal.reason : new Error('aborted')),
    )
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    worker.postMessage(question)
  }).finally(() => worker.terminate())
}
