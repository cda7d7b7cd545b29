import raEnglish from 'ra-language-english'
import { FAILURES } from '#contract/connectors/failure'
import contact from '../components/contact/messages.en'
import diff from '../components/diff/messages.en'
import editor from '../components/editor/messages.en'
import exporting from '../components/export/messages.en'
import json from '../components/json/messages.en'
import page from '../components/page/messages.en'
import routing from '../components/routing/messages.en'
import snippets from '../components/snippets/messages.en'
import table from '../components/table/messages.en'
import layout from '../layout/messages.en'
import connectors from '../resources/connectors/messages.en'
import devices from '../resources/devices/messages.en'
import keys from '../resources/keys/messages.en'
import messageTexts from '../resources/messages/messages.en'
import spaces from '../resources/spaces/messages.en'
import tags from '../resources/tags/messages.en'
import users from '../resources/users/messages.en'
import variables from '../resources/variables/messages.en'
import publicMessages from './public.en'
import titles from './titles.en'

const messages = {
  ...raEnglish,
  ...publicMessages,
  layout,
  page,
  table,
  devices,
  tags,
  connectors,
  keys,
  spaces,
  variables,
  users,
  messages: messageTexts,
  ...titles,
  json,
  diff,
  editor,
  exporting,
  contact,
  routing,
  snippets,
  failures: FAILURES,
}
export default messages
