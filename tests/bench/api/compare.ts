/** The value below which a share of the values lies. */
export const quantile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN

export const median = (values: number[]) => quantile(values, 0.5)
/** Of times: what else the machine does disturbs the lower ones least. */
export const lowerQuartile = (values: number[]) => quantile(values, 0.25)
/** The same of rates. */
export const upperQuartile = (values: number[]) => quantile(values, 0.75)

const SAMPLES = 101
const WARM_UP = 8

/** Lower quartiles in milliseconds of a first and a last page. */
export interface Pair {
  first: number
  last: number
}

/** Times two requests in turn, one at a time, after some that only warm up. */
export async function compare(
  first: () => Promise<unknown>,
  last: () => Promise<unknown>,
  { samples = SAMPLES, warmUp = WARM_UP } = {},
): Promise<Pair> {
  const times: Record<keyof Pair, number[]> = { first: [], last: [] }
  const time = async (name: keyof Pair, request: () => Promise<unknown>) => {
    const began = performance.now()
    await request()
    times[name].push(performance.now() - began)
  }
  for (let i = 0; i < warmUp + samples; i++) {
    if (i === warmUp) for (const taken of Object.values(times)) taken.length = 0
    if (i % 2 === 0) await time('first', first)
    await time('last', last)
    if (i % 2 === 1) await time('first', first)
  }
  return { first: lowerQuartile(times.first), last: lowerQuartile(times.last) }
}
