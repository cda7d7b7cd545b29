import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commandsIn, commandsOf, textOf, withAddresses } from './commands'

const command = fc
  .string({ minLength: 1 })
  .filter((text) => text === text.trim() && text !== '' && !/[\r\n]/.test(text))
const commands = fc.array(command)

test('lines are trimmed and empty ones dropped', () => {
  expect(commandsOf('  app config mode lte \r\n\n\t\n config show')).toEqual([
    'app config mode lte',
    'config show',
  ])
})

test('commands survive the way to text and back, and to JSON and back', () => {
  fc.assert(
    fc.property(commands, (list) => {
      expect(commandsOf(textOf(list))).toEqual(list)
      expect(commandsIn(list)).toEqual({ commands: list, isComplete: true })
    }),
  )
})

test.each([
  [{ outputs: [0] }, []],
  ['config show', []],
  [null, []],
  [['config show', 5], ['config show']],
  [[' config show '], ['config show']],
  [['config show', ''], ['config show']],
  [['config show\nhelp'], ['config show', 'help']],
])('%j cannot be shown as lines without a loss', (value, commands) => {
  expect(commandsIn(value)).toEqual({ commands, isComplete: false })
})

test('imported addresses come last, once', () => {
  const first = withAddresses(['config show'], ['1', '2'])
  expect(first).toEqual([
    'config show',
    'app config address count 2',
    'app config address add 1',
    'app config address add 2',
  ])
  expect(withAddresses(first, ['3'])).toEqual([
    'config show',
    'app config address count 1',
    'app config address add 3',
  ])
})
