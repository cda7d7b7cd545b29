import type { TestProject } from 'vitest/node'
import { startTestCluster } from './cluster'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the run's PostgreSQL. Tests ask `createDatabase` for a database of their own. */
    clusterUrl: string
  }
}

/** Starts one PostgreSQL for the whole run. */
export default async function setup(project: TestProject) {
  const cluster = await startTestCluster()
  project.provide('clusterUrl', cluster.connectionString)
  return () => cluster.stop()
}
