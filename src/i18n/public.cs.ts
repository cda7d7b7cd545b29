import login from '../pages/login/messages.cs'
import type { Translated } from './catalogs'
import common from './common.cs'
import type en from './public.en'

const messages: Translated<typeof en> = { ...common, login }
export default messages
