// Do the tests notice a fault? Makes small faults in the most intricate files, one at a time, and runs the tests of the file with each. The
// files stay as they are. Prints the faults that no test notices, and exits with 1 if a file has more of them than its floor allows.
// npm run mutate [-- align follower]
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { startSharedCluster } from '../../scripts/lib/cluster.mjs'
import { runTool } from '../harness/tool'
import { FILES, type Mutated } from './files'
import { bounded, describeMutant, mutantsOf, mutated } from './mutants'
import { Trial } from './trial'

process.env.TZ = 'UTC'

const asked = process.argv.slice(2)
const nameOf = ({ file }: Mutated) => basename(file, '.ts')
const unknown = asked.filter((name) => !FILES.some((one) => nameOf(one) === name))
if (unknown.length > 0)
  throw new Error(`There is no file ${unknown.join(', ')}: ${FILES.map(nameOf).join(', ')}.`)
const chosen = FILES.filter((one) => asked.length === 0 || asked.includes(nameOf(one)))

/** Runs the tests of a file with each of its mutants; returns the share that they noticed, in percent. */
async function scoreOf({ file, tests }: Mutated, trial: Trial): Promise<number> {
  const source = readFileSync(file, 'utf8')
  if ((await trial.run(bounded(file, source))) !== 'passed')
    throw new Error(`${tests.join(', ')}: the tests fail without a mutant.`)
  if ((await trial.run("throw new Error('mutant')")) === 'passed')
    throw new Error(`${tests.join(', ')}: the tests do not use ${file}.`)
  const mutants = mutantsOf(file, source)
  let noticed = 0
  for (const mutant of mutants)
    if ((await trial.run(mutated(file, source, mutant))) === 'passed')
      console.log(describeMutant(file, source, mutant))
    else noticed += 1
  return Math.floor((100 * noticed) / mutants.length)
}

await runTool(async (lifetime) => {
  // Of its own: vitest, which a signal ends without any cleanup, would leave its PostgreSQL behind.
  lifetime.defer(await startSharedCluster())
  const wrong: string[] = []
  for (const one of chosen) {
    const began = performance.now()
    const trial = new Trial(one.file, one.tests)
    lifetime.defer(() => trial.close())
    const score = await scoreOf(one, trial)
    const seconds = Math.round((performance.now() - began) / 1000)
    console.log(`${one.file}: ${score} % noticed, at least ${one.floor} % expected; ${seconds} s\n`)
    if (score < one.floor)
      wrong.push(`${one.file}: the tests notice ${score} % of the mutants, not ${one.floor} %`)
    await trial.close()
  }
  return { wrong, done: `Mutated ${chosen.length} of ${FILES.length} files.` }
})
