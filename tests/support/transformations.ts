import fc from 'fast-check'

const { any } = fc.letrec<{ any: string; leaf: string }>((tie) => ({
  leaf: fc.oneof(
    fc.constantFrom(
      'job.message.body',
      'job.message',
      'job.device.tags',
      'job.device.label',
      'job.attempt',
      'Object.keys(job.message.body ?? {})',
      'JSON.stringify(job.message.body)',
      'JSON.stringify(job, null, 2)',
      'String(job.message.body)',
      'new Date(job.message.created_at)',
      'undefined',
      'NaN',
      '-0',
      '1e21',
      'null',
      "'\\u0000\\ud800'",
      '({ toJSON: () => [job.device.name] })',
      '[, 1]',
    ),
    fc.json({ maxDepth: 2 }).map((json) => `(${json})`),
    fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
  ),
  any: fc.oneof(
    tie('leaf'),
    tie('leaf').map((part) => `({ ...job.device, part: ${part} })`),
    fc.tuple(tie('any'), tie('leaf')).map(([a, b]) => `[${a}, ${b}]`),
    fc.tuple(tie('any'), tie('leaf')).map(([a, b]) => `({ 'ž b': ${a}, 10: ${b}, 9: 1 })`),
    fc.tuple(tie('leaf'), tie('leaf')).map(([a, b]) => `\`\${${a}} – \${${b}}\``),
  ),
}))

/** JavaScript expressions as results of a transformation; they can use `job`. */
export const expressions = any

/** Connector code that sends the value of an expression, or its error, to an address. */
export const sends = (url: string, expression: string) => `function main(job) {
  const url = ${JSON.stringify(url)}
  try {
    return { url, data: ${expression} }
  } catch (error) {
    return { url, data: String(error) }
  }
}`

/** Bodies of messages, as JSON text. Without NUL, which PostgreSQL cannot store. */
export const bodies = fc.json({ maxDepth: 3 }).map((json) => json.replaceAll('\\u0000', ''))
