import type { Sample } from './measure'

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const ms = (value: number) => `${value.toFixed(1)} ms`
const mb = (value: number) => `${(value / 1e6).toFixed(2)} MB`
const times = (value: number) => `${value.toFixed(2)}×`

/** The pages that are measured. */
export type VariantName = 'plain' | 'ours' | 'large'

interface Line {
  what: string
  measured: string
  goal: string
  met: boolean | null
}

/** The table that the benchmark prints, and whether every goal is met. */
export function report(samples: Record<VariantName, Sample[]>) {
  const of = (name: VariantName, key: 'paint' | 'heap') => median(samples[name].map((sample) => sample[key]))
  const worst = (read: (sample: Sample) => number | undefined) =>
    Math.max(...samples.ours.map((sample) => read(sample) ?? Number.NaN))

  const [plain, ours, large] = [of('plain', 'paint'), of('ours', 'paint'), of('large', 'paint')]
  const mutations = worst(({ same }) => same?.mutations)
  const sameRows = worst(({ same }) => same?.rows)
  const changedRows = worst(({ changed }) => changed?.rows)

  const lines: Line[] = [
    {
      what: 'Answer to painted rows, 500 rows of 9 columns, against plain DOM',
      measured: `${times(ours / plain)} (${ms(ours)} / ${ms(plain)})`,
      goal: '≤ 1.2×',
      met: ours / plain <= 1.2,
    },
    {
      what: 'Refresh with the same rows: changes of the document',
      measured: `${mutations} (${sameRows} rows rendered)`,
      goal: '0',
      met: mutations === 0,
    },
    {
      what: 'Refresh with one changed row: rows rendered',
      measured: String(changedRows),
      goal: '1',
      met: changedRows === 1,
    },
    {
      what: 'Answer to painted rows, 5 000 rows against 500',
      measured: `${times(large / ours)} (${ms(large)} / ${ms(ours)})`,
      goal: '≤ 1.5×',
      met: large / ours <= 1.5,
    },
    {
      what: 'Heap of the rows, 500 rows, against plain DOM',
      measured: `${mb(of('ours', 'heap'))} / ${mb(of('plain', 'heap'))}`,
      goal: '',
      met: null,
    },
  ]
  return { lines, met: lines.every(({ met }) => met !== false), rounds: samples.ours.length }
}
