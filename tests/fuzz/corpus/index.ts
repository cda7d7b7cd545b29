import type { Attack } from './attack'
import { hang } from './hang'
import { memory } from './memory'
import { constructors, network, prototypes } from './reach'
import { recursion } from './recursion'
import { consoles, requests, results, sources } from './strange'
import { code, getters, patterns, proxies, stacks, symbols, toJson } from './tricks'

export { type Attack, ESCAPED, LISTENER } from './attack'

/** All scripts that try to harm whoever runs them. */
export const corpus: readonly Attack[] = [
  hang,
  memory,
  recursion,
  constructors,
  prototypes,
  network,
  getters,
  proxies,
  toJson,
  patterns,
  symbols,
  code,
  stacks,
  results,
  requests,
  consoles,
  sources,
].flat()
