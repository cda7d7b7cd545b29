import login from '../pages/login/messages.en'
import common from './common.en'

const messages = { ...common, login }
export default messages
