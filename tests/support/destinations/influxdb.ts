import { type Product, refuse, TOKEN } from './product'

/**
 * Reads up to an unescaped mark, like the parser of InfluxDB, which checks only the character before it for a
 * backslash.
 */
function readTo(text: string, start: number, marks: string): [part: string, at: number] {
  let at = start
  while (at < text.length && !(marks.includes(text[at] ?? '') && text[at - 1] !== '\\')) at += 1
  return [text.slice(start, at), at]
}

const isName = (part: string) => part !== '' && !part.startsWith('_')

/** Fault of a line of line protocol; null for none. */
export function wrongLine(line: string): string | null {
  let [measurement, at] = readTo(line, 0, ', ')
  if (!isName(measurement) || measurement.startsWith('#')) return `measurement ${measurement}`
  while (line[at] === ',') {
    const [key, afterKey] = readTo(line, at + 1, '=, ')
    if (line[afterKey] !== '=' || !isName(key) || key === 'time') return `tag key ${key}`
    const [value, afterValue] = readTo(line, afterKey + 1, '=, ')
    if (value === '' || line[afterValue] === '=') return `tag value of ${key}`
    at = afterValue
  }
  if (line[at] !== ' ') return 'no fields'
  let next = at
  do {
    const [key, afterKey] = readTo(line, next + 1, '=, ')
    if (line[afterKey] !== '=' || !isName(key) || key === 'time') return `field key ${key}`
    const [value, afterValue] = readTo(line, afterKey + 1, ', ')
    if (!/^(-?\d+(\.\d+)?(e[+-]?\d+)?|true|false)$/.test(value)) return `field value ${value}`
    next = afterValue
  } while (line[next] === ',')
  const time = line.slice(next + 1)
  return line[next] === ' ' && /^\d{13}$/.test(time) ? null : `timestamp ${time}`
}

/** The write API of InfluxDB 2: docs.influxdata.com/influxdb/v2/api, "Write data", and the line protocol. */
export const influxdb: Product = {
  filled: (address) => ({
    address: `${address}/`,
    organization: 'my org & co',
    bucket: 'sensors/1',
    measurement: 'telemetry',
    secret: 'INFLUXDB_TOKEN',
  }),
  secret: () => TOKEN,
  answer: ({ method, path, headers, body }) => {
    const { pathname, searchParams } = new URL(path, 'http://influx')
    if (pathname !== '/api/v2/write' || method !== 'POST') return refuse(404, '')
    if (headers['authorization'] !== `Token ${TOKEN}`) return refuse(401, '{"code":"unauthorized"}')
    if (searchParams.get('org') !== 'my org & co' || searchParams.get('bucket') !== 'sensors/1')
      return refuse(404, '{"code":"not found"}')
    if (searchParams.get('precision') !== 'ms')
      return refuse(400, 'a timestamp of milliseconds needs its precision')
    if (!headers['content-type']?.startsWith('text/plain')) return refuse(415, '')
    const lines = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    const wrong =
      lines.length === 0 ? 'no points were provided' : lines.map(wrongLine).find((one) => one !== null)
    return wrong
      ? refuse(400, JSON.stringify({ code: 'invalid', message: wrong }))
      : { status: 204, body: '' }
  },
}
