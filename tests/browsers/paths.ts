import { readdir } from 'node:fs/promises'
import type { Backend } from '../e2e/support/backend'
import { aClaimToken, aSerialNumber, type TestSpace, type TestUser } from '../support/builders'
import { findValues } from '../support/series'
import { KEYS, type Person } from './person'

export interface Scene {
  backend: Backend
  account: TestUser
  space: TestSpace
  /** Where the browser puts what it downloads. */
  home: string
}

type Path = (person: Person, scene: Scene) => Promise<void>

const DEVICE = { name: 'well-1', serial_number: aSerialNumber(), token: aClaimToken() }

/** Opens a page of the space by the menu. */
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
    async (person) => {
      await person.click('button', 'Create device')
      await person.sees('dialog', 'Create a device')
      await person.fill(/^Name/, DEVICE.name)
      await person.fill(/^Serial number/, DEVICE.serial_number)
      await person.fill(/^Claim token/, DEVICE.token)
      await person.click('button', 'Create device')
      await person.sees('heading', DEVICE.name)
    },
  ],
  [
    'sees its first message',
    async (person, { backend }) => {
      await backend.uplink(DEVICE, { body: { level: 12.5 } })
      await section(person, 'Messages')
      await person.sees('heading', 'Messages')
      await person.reads(/level\s+12\.5/)
      await person.sees('link', /^well-1/)
    },
  ],
  [
    'reads its history',
    async (person, { backend }) => {
      for (const level of [13, 14]) await backend.uplink(DEVICE, { body: { level } })
      await findValues(backend)
      await person.click('link', /^well-1/)
      await person.sees('heading', DEVICE.name)
      await person.click('tab', 'History')
      await person.sees('application', /well-1/)
      await person.click('button', '30 days')
      await person.reads(/level/)
    },
  ],
  [
    'filters and exports messages',
    async (person, { backend, home }) => {
      await backend.uplink(DEVICE, { type: 'session', body: { up: {} } })
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
      await person.click('button', 'Close')
    },
  ],
  [
    'creates a connector and tries its code',
    async (person, { backend, space }) => {
      await backend.tag(space, 'greenhouse')
      await section(person, 'Connectors')
      await person.click('button', 'Create connector')
      await person.sees('dialog', 'Create a connector')
      await person.fill(/^Name/, 'to-warehouse')
      await person.click('button', 'Create connector')
      await person.sees('heading', 'to-warehouse')
      await person.click('button', 'Edit')
      await person.click('tab', 'Preview')
      await person.reads(/Output/)
    },
  ],
  [
    'creates an alert rule after a trial',
    async (person) => {
      await section(person, 'Alerts')
      await person.click('link', 'Rules')
      await person.click('link', 'Try this rule: A device is late')
      await person.sees('dialog', 'Create an alert rule')
      await person.fill(/^Name/, 'Well nearly empty')
      await person.click('combobox', 'What happens')
      await person.click('option', 'A value is below a limit')
      await person.click('combobox', 'Value')
      await person.click('option', 'level')
      await person.fill('Below', '10')
      await person.reads(/There would have been no alert/)
      await person.click('button', 'Create rule')
      await person.sees('heading', 'Well nearly empty')
    },
  ],
  [
    'acknowledges an alert',
    async (person, { backend }) => {
      await backend.uplink(DEVICE, { body: { level: 3 } })
      await section(person, 'Alerts')
      await person.click('button', 'Acknowledge the alert Well nearly empty')
      await person.sees('dialog', 'Acknowledge this alert?')
      await person.fill('Note', 'on my way')
      await person.click('button', 'Acknowledge')
      await person.reads('Open, acknowledged')
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
      await person.reads(/reporter/)
    },
  ],
  [
    'searches, and signs out',
    async (person) => {
      await person.open('/spaces')
      await person.sees('heading', 'Spaces')
      await person.press(KEYS.Control, 'k')
      await person.sees('combobox', 'Search and commands')
      await person.type('well-1')
      await person.sees('option', /^well-1/)
      await person.press(KEYS.Enter)
      await person.sees('heading', DEVICE.name)
      await person.click('button', /^Account of/)
      await person.click('menuitem', 'Logout')
      await person.sees('heading', 'Sign in to Spaceport')
    },
  ],
]
