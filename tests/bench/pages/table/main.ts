import '../../../../src/zod'
import { fakeServer } from './server'

const query = new URLSearchParams(location.search)
const server = fakeServer(Number(query.get('rows')))

window.bench =
  query.get('variant') === 'plain'
    ? (await import('./plain')).mountPlain(server)
    : (await import('./ours')).mountOurs(server)
