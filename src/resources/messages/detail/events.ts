import type { MessageEvent } from '#contract/messages'
import { parseJson } from '../../../components/json'

/** What an event carries, as texts. */
interface EventContent {
  /** What the connector's function returned. */
  functionReturn: string | null
  body: string | null
}

const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function memberOf(text: string | null, name: string): unknown {
  const value = text === null ? undefined : parseJson(text)
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** Contents of an event. A server may answer `function_return` within the body. Spec 2, section 3. */
export function contentOf({ function_return, body }: MessageEvent): EventContent {
  const text = textOf(body)
  return { functionReturn: function_return ?? textOf(memberOf(text, 'function_return')), body: text }
}
