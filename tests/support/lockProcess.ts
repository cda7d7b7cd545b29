// Tries to lock a data folder, reports the result, and lives until its input ends. Arguments: the folder, an address.
import { lockDataDir } from '../../server/db/cluster'

const [dataDir = '', address = ''] = process.argv.slice(2)
let said = 'held'
try {
  lockDataDir(dataDir, { address })
} catch (error) {
  said = String(error)
}
process.stdout.write(`${said}\n`)
process.stdin.resume()
