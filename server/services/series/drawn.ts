import type { SeriesPoints } from '#contract/series'
import type { Rest } from '../background/slices'
import { JsonStream, JsonText } from '../common/json'
import type { Drawn } from './lines'
import type { Points } from './store/pack'

/** A series as it is answered. */
interface Answered extends Pick<SeriesPoints, 'device_id' | 'path' | 'is_boolean'> {
  drawn: Drawn | undefined
}

/** Points of a piece of an answer, which takes about 50 kB. */
const PIECE = 2000
/** Steps that a point takes; see `inSlices`. */
const POINT = 5

/** Points as they are answered. */
export const pairsOf = (
  { times, values }: Points,
  from = 0,
  to = times.length,
): [time: number, value: number][] =>
  times.slice(from, to).map((time, i): [number, number] => [time, values[from + i] ?? 0])

/** JSON of `SeriesPoints`, in pieces. */
function* piecesOf(series: readonly Answered[]): Generator<string, void> {
  yield '['
  for (const [i, { device_id, path, is_boolean, drawn }] of series.entries()) {
    const { points = { times: [], values: [] }, isThinned = false } = drawn ?? {}
    const head = JSON.stringify({ device_id, path, is_boolean, is_thinned: isThinned })
    yield `${i > 0 ? ',' : ''}${head.slice(0, -1)},"points":[`
    for (let from = 0; from < points.times.length; from += PIECE) {
      const pairs = pairsOf(points, from, from + PIECE)
      yield `${from > 0 ? ',' : ''}${JSON.stringify(pairs).slice(1, -1)}`
    }
    yield ']}'
  }
  yield ']'
}

async function* inPieces(series: readonly Answered[], rest: Rest) {
  let text = ''
  for (const piece of piecesOf(series)) {
    text += piece
    if (text.length < 10 * PIECE) continue
    yield text
    await rest(POINT * PIECE)
    text = ''
  }
  yield text
}

/** JSON of `SeriesPoints`: in pieces, unless one is all. */
export function jsonOf(series: readonly Answered[], rest: Rest): JsonText | JsonStream {
  const count = series.reduce((sum, { drawn }) => sum + (drawn?.points.times.length ?? 0), 0)
  return count > PIECE ? new JsonStream(inPieces(series, rest)) : new JsonText([...piecesOf(series)].join(''))
}
