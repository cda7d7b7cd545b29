import cs from './cs'
import { join } from './join'
import later from './later.cs'

const messages = join(cs, later)
export default messages
