import raEnglish from 'ra-language-english'
import page from '../components/page/messages.en'
import table from '../components/table/messages.en'
import layout from '../layout/messages.en'
import profile from '../pages/profile/messages.en'
import devices from '../resources/devices/messages.en'
import spaces from '../resources/spaces/messages.en'
import publicMessages from './public.en'

const messages = { ...raEnglish, ...publicMessages, layout, page, table, profile, devices, spaces }
export default messages
