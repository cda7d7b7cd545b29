// npm run bench [-- table start sandbox history sizing deliveries backup attention devices contacts variables messages uplinks traces lists admin]
import { argv } from 'node:process'
import { ATTENTION_MESSAGES } from './api/attention'
import { API_BENCHES, benchApi } from './api/run'
import { SIZE } from './api/setup'
import { benchBackup } from './backup/run'
import { benchDeliveries } from './deliveries/run'
import { benchHistory } from './history/run'
import { benchSandbox } from './sandbox/run'
import { benchSizing } from './sizing/run'
import { benchStart } from './start/run'
import { benchTable } from './table/run'

interface Result {
  title: string
  lines: { what: string; measured: string; goal: string; met: boolean | null }[]
  met: boolean
}

function print({ title, lines, met }: Result) {
  console.log(`${title}\n`)
  const width = Math.max(...lines.map(({ what }) => what.length))
  for (const { what, measured, goal, met } of lines) {
    const verdict = met === null ? '' : met ? '  met' : '  MISSED'
    console.log(`${what.padEnd(width)}  ${measured}${goal && `  goal ${goal}`}${verdict}`)
  }
  console.log()
  if (!met) process.exitCode = 1
}

const known = [
  'table',
  'start',
  'sandbox',
  'history',
  'sizing',
  'deliveries',
  'backup',
  'attention',
  ...API_BENCHES,
]
const asked = argv.slice(2)
const unknown = asked.filter((name) => !known.includes(name))
if (unknown.length > 0) throw new Error(`There is no benchmark ${unknown.join(', ')}: ${known.join(', ')}.`)
const isAsked = (name: string) => asked.length === 0 || asked.includes(name)

if (isAsked('table')) {
  const { rounds, ...result } = await benchTable()
  print({ title: `Table, median of ${rounds} fresh pages each, time of the main thread`, ...result })
}
if (isAsked('start')) print(await benchStart())
if (isAsked('sandbox')) print(await benchSandbox())
if (isAsked('history')) print(await benchHistory())
if (isAsked('sizing')) print(await benchSizing())
if (isAsked('deliveries')) print(await benchDeliveries())
if (isAsked('backup')) print(await benchBackup())
const apiNames = API_BENCHES.filter(isAsked)
if (apiNames.length > 0) for await (const result of benchApi(apiNames)) print(result)
if (isAsked('attention'))
  for await (const result of benchApi(['attention'], { ...SIZE, messages: ATTENTION_MESSAGES })) print(result)
