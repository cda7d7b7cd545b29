import { readdir } from 'node:fs/promises'
import type { Backend } from '../e2e/support/backend'
import type { TestSpace, TestUser } from '../support/builders'
import { findValues } from '../support/series'
import { KEYS, type Person } from './person'

/** Account, spaces and device for the paths of one browser. */
export interface Scene {
  backend: Backend
  account: TestUser
  space: TestSpace
  /** Another space, without devices. */
  otherSpace: TestSpace
  /** The device that the paths create. */
  device: { name: string; serial_number: string; token: string }
  /** Folder of the browser's downloads. */
  home: string
}

const RULE = 'Well nearly empty'

type Path = (person: Person, scene: Scene) => Promise<void>

/** Lists name a device with its serial number. */
const beginning = (name: string) => new RegExp(`^${name}`)

/** Opens a page of the space from the menu. */
const section = (person: Person, name: string) => person.click('link', name)

/** The ten main paths, each from where the one before ended. */
export const PATHS: readonly [name: string, path: Path][] = [
  [
    'signs in',
    async (person, { account, space }) => {
      await person.open('/')
      await person.fill('E-mail', account.email)
      await person.fill('Password', account.password)
      await person.click('button', 'Sign in')
      await person.sees('heading', 'Spaces')
      await person.click('link', space.name)
      await person.sees('heading', 'Devices')
    },
  ],
  [
    'creates a device',
    async (person, { device }) => {
      await person.click('button', 'Create device')
      await person.sees('dialog', 'Create a device')
      await person.fill(/^Name/, device.name)
      await person.fill(/^Serial number/, device.serial_number)
      await person.fill(/^Claim token/, device.token)
      await person.click('button', 'Create device')
      await person.sees('heading', device.name)
    },
  ],
  [
    'sees its first message',
    async (person, { backend, device }) => {
      await backend.uplink(device, { body: { level: 12.5 } })
      await section(person, 'Messages')
      await person.sees('heading', 'Messages')
      await person.reads(/level\s+12\.5/)
      await person.sees('link', beginning(device.name))
    },
  ],
  [
    'reads its history',
    async (person, { backend, device }) => {
      for (const level of [13, 14]) await backend.uplink(device, { body: { level } })
      await findValues(backend)
      await person.click('link', beginning(device.name))
      await person.sees('heading', device.name)
      await person.click('tab', 'History')
      await person.sees('application', new RegExp(device.name))
      await person.click('button', '30 days')
      await person.isAt(/range=30d/)
      await person.sees('application', new RegExp(device.name))
    },
  ],
  [
    'filters and exports messages',
    async (person, { backend, device, home }) => {
      await backend.uplink(device, { type: 'session', body: { up: {} } })
      await section(person, 'Messages')
      await person.click('button', /^Filter: Type/)
      await person.click('checkbox', 'Session')
      await person.press(KEYS.Escape)
      await person.reads(/Type: Session/)
      await person.isAt(/type/)
      await person.click('button', 'Export')
      await person.sees('dialog', 'Export messages')
      await person.click('radio', /^CSV/)
      await person.click('button', 'Export')
      await person.reads('1 message was exported.')
      await person.waitFor('No file was saved', async () =>
        (await readdir(home, { recursive: true })).some((file) => file.endsWith('.csv')),
      )
      await person.press(KEYS.Escape)
      await person.seesNo('dialog', 'Export messages')
    },
  ],
  [
    'creates a connector and tries its code',
    async (person) => {
      await section(person, 'Connectors')
      await person.click('button', 'Create connector')
      await person.sees('dialog', 'Create a connector')
      await person.fill(/^Name/, 'to-warehouse')
      await person.click('button', 'Create connector')
      await person.sees('heading', 'to-warehouse')
      await person.click('button', 'Edit')
      await person.click('tab', 'Preview')
      await person.click('switch', 'Include devices without a shared tag')
      await person.reads('A request would be sent')
      await person.click('button', 'Save')
      await person.sees('button', 'Edit')
    },
  ],
  [
    'creates an alert rule after a trial',
    async (person) => {
      await section(person, 'Alerts')
      await person.click('link', 'Rules')
      await person.click('link', 'Try this rule: Device late')
      await person.sees('dialog', 'Create an alert rule')
      await person.fill(/^Name/, RULE)
      await person.click('combobox', 'Condition')
      await person.click('option', 'Value below a limit')
      await person.click('combobox', 'Value')
      await person.click('option', /^level/)
      await person.fill(/^Below/, '10')
      await person.reads('No alerts of 1 device in the last 30 days.')
      await person.click('button', 'Create rule')
      await person.sees('heading', RULE)
    },
  ],
  [
    'acknowledges an alert',
    async (person, { backend, device }) => {
      await backend.uplink(device, { body: { level: 3 } })
      await section(person, 'Alerts')
      await person.click('button', `Acknowledge the alert ${RULE}`)
      await person.sees('dialog', 'Acknowledge this alert?')
      await person.fill('Note', 'on my way')
      await person.click('button', 'Acknowledge')
      await person.reads('Acknowledged')
      await person.reads('on my way')
    },
  ],
  [
    'creates a key',
    async (person) => {
      await section(person, 'Keys')
      await person.click('button', 'Create key')
      await person.sees('dialog', 'Create a key')
      await person.fill(/^Name/, 'reporter')
      await person.click('button', 'Read everything')
      await person.click('button', 'Create key')
      await person.sees('heading', 'reporter')
      await person.click('button', 'Show token')
      await person.reads(/[0-9a-f]{8}-[0-9a-f-]{27}/)
    },
  ],
  [
    'searches, changes the space, and signs out',
    async (person, { space, otherSpace, device }) => {
      await person.press(KEYS.Control, 'k')
      await person.sees('combobox', 'Search and commands')
      await person.type(device.name)
      await person.sees('option', beginning(device.name))
      await person.press(KEYS.Enter)
      await person.sees('heading', device.name)
      await person.click('button', `Space ${space.name}`)
      await person.click('option', new RegExp(otherSpace.name))
      await person.isAt(new RegExp(`/space/${otherSpace.id}/devices`))
      await person.reads('There are no devices here')
      await person.click('button', /^Account of/)
      await person.click('menuitem', 'Logout')
      await person.sees('heading', 'Sign in to Spaceport')
    },
  ],
]
