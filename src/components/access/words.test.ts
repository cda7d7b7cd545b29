import { describe, expect, test } from 'vitest'
import { KEY_PERMISSIONS } from '#contract/permissions'
import { i18nIn } from '../../../tests/support/texts'
import { PRESETS, treeOf } from './tree'
import { describePermissions, nameKeyOf, nameOfPermission } from './words'

const languages = { en: await i18nIn('en'), cs: await i18nIn('cs') }
const tagsOf = (...names: string[]) => names.map((name) => ({ name }))
const say = (locale: 'en' | 'cs', permissions: readonly string[], ...tags: string[]) =>
  describePermissions({ permissions, tags: tagsOf(...tags) }, languages[locale].translate, locale)

const DEVICES = ['space:device:create', 'space:device:read', 'space:device:update', 'space:device:delete']
const READS = ['space:device:read', 'space:message:read']
const OTHER_READS = ['space:tag:read', 'space:connector:read', 'space:user:read', 'space:key:read']

describe('the permissions of a key in words', () => {
  test.each([
    ['nothing', [], [], 'Can only read the name of its space.', 'Smí jen číst název svého prostoru.'],
    [
      'reading',
      READS,
      [],
      'Can read devices and messages. Cannot change anything.',
      'Smí číst zařízení a zprávy. Nesmí nic měnit.',
    ],
    [
      'reading with a tag',
      READS,
      ['north-slope'],
      'Can read devices tagged north-slope and their messages. Cannot change anything.',
      'Smí číst zařízení se štítkem north-slope a jejich zprávy. Nesmí nic měnit.',
    ],
    [
      'reading with several tags',
      [...READS, ...OTHER_READS],
      ['north', 'south', 'west'],
      'Can read devices tagged north, south or west and their messages. Can read tags, connectors, users and keys. Cannot change anything.',
      'Smí číst zařízení se štítkem north, south nebo west a jejich zprávy. Smí číst štítky, konektory, uživatele a klíče. Nesmí nic měnit.',
    ],
    [
      'messages of a tag',
      PRESETS.readMessages,
      ['north'],
      'Can read messages of devices tagged north. Cannot change anything.',
      'Smí číst zprávy zařízení se štítkem north. Nesmí nic měnit.',
    ],
    [
      'variables with a tag',
      [...READS, 'space:message:series:read', 'space:variable:read', 'space:variable:value:read'],
      ['north'],
      'Can read devices tagged north and their messages, histories of values, variables and values of variables. Cannot change anything.',
      'Smí číst zařízení se štítkem north a jejich zprávy, historii hodnot, proměnné a hodnoty proměnných. Nesmí nic měnit.',
    ],
    [
      'variables without their values',
      ['space:tag:read', 'space:variable:read', 'space:variable:update'],
      [],
      'Can read tags. Can read and change variables. Cannot see values of variables.',
      'Smí číst štítky. Smí číst a měnit proměnné. Hodnoty proměnných nevidí.',
    ],
    [
      'histories of a tag',
      ['space:message:series:read'],
      ['north'],
      'Can read histories of values of devices tagged north. Cannot change anything.',
      'Smí číst historii hodnot zařízení se štítkem north. Nesmí nic měnit.',
    ],
    [
      'managing devices',
      [...DEVICES, 'space:tag:read'],
      [],
      'Can read, create, change and delete devices. Can read tags.',
      'Smí číst, vytvářet, měnit a mazat zařízení. Smí číst štítky.',
    ],
    [
      'sending to a tag',
      ['space:device:shell:create', 'space:device:config:create', 'space:device:config:delete'],
      ['north'],
      'Can send and cancel config messages to devices tagged north. Can send shell commands to devices tagged north.',
      'Smí posílat a rušit konfigurační zprávy pro zařízení se štítkem north. Smí posílat příkazy shellu pro zařízení se štítkem north.',
    ],
    [
      'what is not known here',
      ['space:tag:read', 'space:future:read', 'space:future:write'],
      [],
      'Can read tags. Has 2 permissions that this console does not know.',
      'Smí číst štítky. Má 2 oprávnění, která tato konzole nezná.',
    ],
  ])('are the same in both languages: %s', (_what, permissions, tags, english, czech) => {
    expect(say('en', permissions, ...tags)).toBe(english)
    // Czech keeps a conjunction of one letter on the line of the next word.
    expect(say('cs', permissions, ...tags).replaceAll('\u00a0', ' ')).toBe(czech)
  })

  test('have a text for every permission', () => {
    const { translate } = languages.en
    const names = KEY_PERMISSIONS.map((permission) => nameOfPermission(permission, translate))
    expect(new Set(names).size).toBe(KEY_PERMISSIONS.length)
    expect(nameOfPermission('space:device:shell:create', translate)).toBe('Shell commands: Send')
    expect(nameOfPermission('space:future:read', translate)).toBe('space:future:read')
  })

  test('have a text for every group of the tree', () => {
    expect(treeOf(['space:future:read']).map(nameKeyOf)).not.toContain(null)
  })
})
