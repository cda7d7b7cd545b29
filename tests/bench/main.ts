// npm run bench [-- api|table]
import { argv } from 'node:process'

const benches = {
  table: async () => {
    const { benchTable } = await import('./table/run')
    const { rounds, ...result } = await benchTable()
    return {
      title: `Table, median of ${rounds} fresh pages each, time of the main thread`,
      ...result,
    }
  },
  api: async () => (await import('./api/run')).benchApi(),
}

const asked = argv.slice(2)
for (const [name, bench] of Object.entries(benches)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const { title, lines, met } = await bench()
  console.log(`${title}\n`)
  const width = Math.max(...lines.map(({ what }) => what.length))
  for (const { what, measured, goal, met } of lines) {
    const verdict = met === null ? '' : met ? '  met' : '  MISSED'
    console.log(`${what.padEnd(width)}  ${measured}${goal && `  goal ${goal}`}${verdict}`)
  }
  console.log()
  if (!met) process.exitCode = 1
}
