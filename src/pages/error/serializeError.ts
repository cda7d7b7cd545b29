/** An error as text: name, message, stack, then its causes. Spec 1, section 2. */
export function serializeError(error: unknown): string {
  if (!(error instanceof Error))
    return typeof error === 'string' ? error : (JSON.stringify(error) ?? String(error))
  const title = `${error.name}: ${error.message}`
  const stack = error.stack ?? ''
  const text = stack.startsWith(title) || stack === '' ? stack || title : `${title}\n${stack}`
  return error.cause === undefined ? text : `${text}\nCaused by ${serializeError(error.cause)}`
}
