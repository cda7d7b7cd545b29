import { expect, test } from 'vitest'
import { isFound, parseSearch, type SearchFault } from './condition'

const BODY = JSON.stringify({
  thermometer: { temperature: 31.5, place: 'Žlutá studna' },
  sensors: [
    { serial: '12', level: 1 },
    { serial: '13', level: 7 },
  ],
  relays: [true, false],
  'odd name': -2,
})

const finds = (text: string, body = BODY): boolean | SearchFault => {
  const condition = parseSearch(text)
  return typeof condition === 'string' ? condition : isFound(body, condition)
}

test.each([
  ['thermometer.temperature > 30', true],
  ['thermometer.temperature>31.5', false],
  ['temperature >= 31.5', true],
  ['temperature = 31.50', true],
  ['temperature != 31.5', false],
  ['thermometer.place = zluta STUDNA', true],
  ['thermometer.place contains studna', true],
  ['place contains voda', false],
  ['sensors.level = 7', true],
  ['sensors[0].level = 7', false],
  ['sensors[serial=13].level = 7', true],
  ['sensors[serial=12].level = 7', false],
  ['relays[1] = false', true],
  ['["odd name"] < 0', true],
  ['room.temperature > 0', false],
  ['žlutá', true],
  ['zluta studna', true],
  ['"temperature"', true],
  ['contains', false],
  ['> 5', 'noPath'],
  ['temperature >', 'noValue'],
  ['temperature > warm', 'noNumber'],
  ['sensors[0.level = 7', false],
] as const)('%s', (text, result) => {
  expect(finds(text)).toBe(result)
})

test('letters that are written as escapes are found', () => {
  const body = JSON.stringify({ file: 'C:\\temp', note: 'say "hi"\nnow', 'a/b': '😀' })
  const escaped = body.replace('a/b', String.raw`a\/b`).replace('😀', String.raw`\ud83d\ude00`)
  for (const text of [String.raw`C:\temp`, 'say "hi"', 'a/b', 'a/b = 😀', '😀', '"hi"\nnow'])
    expect(finds(text, escaped), text).toBe(true)
  expect(finds('C:temp', escaped)).toBe(false)
  expect(finds('zluta', String.raw`{"place":"\u017dlut\u00e1"}`)).toBe(true)
  expect(finds('place = žlutá', String.raw`{"place":"\u017dlut\u00e1"}`)).toBe(true)
})
