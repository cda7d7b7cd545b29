/** Fields of calls and answers that hold a secret. */
const SECRET = new Set([
  'password',
  'current_password',
  'data',
  'token',
  'access_token',
  'secret',
  'uri',
  'code',
  'value',
  'recovery_codes',
  'challenge',
])
/** Shorter texts are no secrets that can be searched for. */
const MIN_LENGTH = 6

const texts = (value: unknown): string[] => {
  if (typeof value === 'string') return value.length < MIN_LENGTH ? [] : [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(texts)
}

/** All secrets in a request or answer, including tokens of links. */
export function secretsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(secretsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]: [string, unknown]) => {
    if (name === 'link' && typeof one === 'string') return new URL(one).searchParams.get('token') ?? []
    return SECRET.has(name) ? texts(one) : secretsIn(one)
  })
}
