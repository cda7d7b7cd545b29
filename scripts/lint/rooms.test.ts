import { describe, expect, it } from 'vitest'
import { objection } from './rooms.mjs'

describe('the rooms', () => {
  it.each([
    ['contract/tags/tag.ts', 'react'],
    ['contract/tags/tag.ts', '../../src/config'],
    ['contract/tags/tag.ts', '#sandbox'],
    ['sandbox/run.ts', 'node:fs'],
    ['sandbox/run.ts', '../server/app'],
    ['src/config.ts', '../server/app'],
    ['src/config.ts', 'node:fs'],
    ['src/config.ts', './pages/login/LoginPage'],
    ['src/resources/devices/index.ts', '../spaces'],
    ['src/resources/devices/index.ts', '../registry'],
    ['src/resources/devices/form/Inputs.tsx', '../../spaces/SpaceList'],
    ['src/resources/devices/index.ts', '../../pages/login/LoginPage'],
    ['src/pages/login/LoginPage.tsx', '../profile/ProfilePage'],
    ['src/pages/login/LoginPage.tsx', '../../resources/devices'],
    ['src/components/table/index.ts', '../../resources/devices'],
    ['src/dataProvider/index.ts', '../layout/Layout'],
    ['src/resources/users/fields.tsx', '../../pages/profile/texts'],
    ['src/components/audit/labels.ts', '../../resources/devices/texts'],
    ['src/layout/commands/ShortcutHelp.tsx', '../../pages/profile/texts'],
    ['src/i18n/index.ts', '../resources/devices/DeviceList'],
    ['src/i18n/translate.ts', '../components/page/messages.en'],
    ['src/layout/menu/Menu.tsx', '../../resources/devices'],
    ['server/routes/devices.ts', '../db/schema'],
    ['server/workers/tick.ts', '../db'],
    ['server/services/devices/devices.ts', '../../routes/devices'],
    ['server/db/schema/device.ts', '../../services/devices/devices'],
    ['server/app.ts', '../src/config'],
    ['server/app.ts', 'react'],
    ['server/app.ts', './main'],
    ['server/app.ts', '../tests/support/query'],
    ['server/app.test.ts', '../tests/harness/tool'],
  ])('%s may not import %s', (file, specifier) => {
    expect(objection(file, specifier)).toBeDefined()
  })

  it.each([
    ['contract/tags/tag.ts', '../common'],
    ['contract/tags/tag.test.ts', 'vitest'],
    ['src/components/table/rows.test.tsx', '../../resources/spaces/texts'],
    ['sandbox/run.ts', '#contract/connectors'],
    ['src/components/sandbox/index.ts', '#sandbox/serve'],
    ['server/services/sandbox/index.ts', '#sandbox'],
    ['src/App.tsx', './pages/login/LoginPage'],
    ['src/resources/registry.ts', './devices'],
    ['src/resources/devices/form/Inputs.tsx', '../columns'],
    ['src/resources/devices/index.ts', '../../components/table'],
    ['src/i18n/index.ts', '../pages/login/messages.en'],
    ['src/layout/menu/Menu.tsx', '../../resources/registry'],
    ['server/routes/devices.ts', '../services/devices/devices'],
    ['server/services/devices/devices.ts', '../../db/schema'],
    ['server/app.test.ts', '../tests/support/query'],
    ['tests/e2e/login.spec.ts', '../../server/app'],
  ])('%s may import %s', (file, specifier) => {
    expect(objection(file, specifier)).toBeUndefined()
  })
})
