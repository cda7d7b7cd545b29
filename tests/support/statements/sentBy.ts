import { Client, type PoolClient } from 'pg'
import { vi } from 'vitest'
import type { TestServer } from '../makeServer'

/** Texts of the statements that a server sends for calls while the work runs, without those of other servers. */
export async function sentBy({ deps: { db } }: TestServer, work: () => Promise<unknown>): Promise<unknown[]> {
  const clients = new Set<unknown>()
  const note = (client: PoolClient) => clients.add(client)
  db.$client.on('acquire', note)
  const query = vi.spyOn(Client.prototype, 'query')
  try {
    await work()
    return query.mock.calls
      .filter((_, index) => clients.has(query.mock.contexts[index]))
      .map(([statement]: unknown[]) =>
        typeof statement === 'object' && statement && 'text' in statement ? statement.text : statement,
      )
  } finally {
    query.mockRestore()
    db.$client.off('acquire', note)
  }
}
