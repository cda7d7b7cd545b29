import { createContext, useContext } from 'react'
import type { Client } from './client'

const ClientContext = createContext<Client | null>(null)
export const ClientProvider = ClientContext.Provider

/** The HTTP client of the console; pages use it only where there is no data provider yet. */
export function useClient(): Client {
  const client = useContext(ClientContext)
  if (!client) throw new Error('ClientProvider is missing')
  return client
}
