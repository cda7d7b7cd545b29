import { Client, type PoolClient } from 'pg'
import { vi } from 'vitest'
import type { TestServer } from '../makeServer'

/** The texts of the statements that a server sends for its calls during some work; other servers of this process may send more. */
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
