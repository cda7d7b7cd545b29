/** The value below which a share of the values lies. */
export const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN

export const median = (values: readonly number[]) => quantile(values, 0.5)
/** For times: other load on the machine affects the lower ones least. */
export const lowerQuartile = (values: readonly number[]) => quantile(values, 0.25)
/** The same for rates. */
export const upperQuartile = (values: readonly number[]) => quantile(values, 0.75)

/** Milliseconds that something takes. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Replaces the usual number of rounds, to try a benchmark. */
const { BENCH_ROUNDS } = process.env

/**
 * Runs several works alternately, after rounds that only warm up. Every other round runs in reverse order.
 * @returns the results of each work
 */
export async function alternate<Result>(
  works: readonly (() => Promise<Result>)[],
  { rounds, warmUp = 1 }: { rounds: number; warmUp?: number },
): Promise<Result[][]> {
  const results = works.map((): Result[] => [])
  const last = Number(BENCH_ROUNDS ?? rounds)
  const first = BENCH_ROUNDS === undefined ? -warmUp : 0
  const order = [...works.entries()]
  for (let round = first; round < last; round++)
    for (const [i, work] of round % 2 === 0 ? order : order.toReversed()) {
      const result = await work()
      if (round >= 0) results[i]?.push(result)
    }
  return results
}

/** Lower quartiles of the times of something and of its base, in milliseconds. */
export type Pair = readonly [value: number, base: number]

/** Times something and its base alternately. */
export async function compare(
  one: () => Promise<unknown>,
  base: () => Promise<unknown>,
  { rounds = 101, warmUp = 8 } = {},
): Promise<Pair> {
  const works = [one, base].map((work) => () => timeOf(work))
  const [times = [], baseTimes = []] = await alternate(works, { rounds, warmUp })
  return [lowerQuartile(times), lowerQuartile(baseTimes)]
}
