import en from './en'
import { join } from './join'
import later from './later.en'

/** All texts of the console. */
const messages = join(en, later)
export default messages
