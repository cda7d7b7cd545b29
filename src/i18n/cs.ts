import contact from '../components/contact/messages.cs'
import diff from '../components/diff/messages.cs'
import editor from '../components/editor/messages.cs'
import exporting from '../components/export/messages.cs'
import failures from '../components/failure/messages.cs'
import json from '../components/json/messages.cs'
import page from '../components/page/messages.cs'
import routing from '../components/routing/messages.cs'
import snippets from '../components/snippets/messages.cs'
import table from '../components/table/messages.cs'
import layout from '../layout/messages.cs'
import connectors from '../resources/connectors/messages.cs'
import devices from '../resources/devices/messages.cs'
import keys from '../resources/keys/messages.cs'
import messageTexts from '../resources/messages/messages.cs'
import spaces from '../resources/spaces/messages.cs'
import tags from '../resources/tags/messages.cs'
import users from '../resources/users/messages.cs'
import variables from '../resources/variables/messages.cs'
import type en from './en'
import publicMessages from './public.cs'
import raCzech from './ra.cs'
import titles from './titles.cs'
import type { Translated } from './translated'

const messages: Translated<typeof en> = {
  ...raCzech,
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
  failures,
}
export default messages
