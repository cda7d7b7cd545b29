/** A part of a script: a word, a text, or a mark. */
export interface Token {
  text: string
  /** Index of its first character. */
  at: number
}

// An unclosed comment reaches to the end, so that no source is read twice.
const BLANK = /(?:\s|\/\/.*|\/\*(?:[^]*?\*\/|[^]*))+/y
const WORD = /[\p{L}\p{N}_$#]+/uy
const TEXT = /"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?/y
/** A part of a template, up to its end or a value in it. */
const TEMPLATE = /[`}](?:[^`\\$]|\\[^]|\$(?!\{))*(?:`|\$\{)?/y
const PATTERN = /\/(?:\[(?:[^\]\\\n]|\\.)*\]?|\\.|[^/\\[\n])*\/?\w*/y
const MARK = /\?\.(?!\d)|=>|[^]/uy

/** Keywords that an expression may follow. */
export const BEFORE_VALUE = new Set(
  'await case delete do else in instanceof new of return throw typeof void yield'.split(' '),
)

/** Whether an expression may end with this token. */
export const endsValue = (text: string): boolean =>
  /^[\p{L}\p{N}_$#"'`)\]}]/u.test(text) && !BEFORE_VALUE.has(text)

/** Cuts JavaScript into its tokens, without comments. A value in a template is between braces. */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  /** Number of braces that were open at the value of each open template. */
  const templates: number[] = []
  let [at, braces] = [0, 0]
  const take = (rule: RegExp): string => {
    rule.lastIndex = at
    return rule.exec(source)?.[0] ?? ''
  }
  const add = (text: string) => tokens.push({ text, at })
  for (;;) {
    at += take(BLANK).length
    const first = source[at]
    if (first === undefined) return tokens
    const goesOn = first === '}' && templates.at(-1) === braces
    if (first === '`' || goesOn) {
      const part = take(TEMPLATE)
      if (goesOn) templates.pop()
      add(goesOn ? '}' : part)
      at += part.length
      if (!part.endsWith('${')) continue
      add('{')
      templates.push(braces)
      continue
    }
    const isPattern = first === '/' && !endsValue(tokens.at(-1)?.text ?? '')
    const text = take(TEXT) || take(WORD) || take(isPattern ? PATTERN : MARK)
    if (text === '{') braces += 1
    if (text === '}') braces -= 1
    add(text)
    at += text.length
  }
}
