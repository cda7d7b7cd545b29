import { getContrastRatio } from '@mui/material/styles'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { palettes } from '../../../theme/palette'
import { PALETTE, readColors, writeColors } from './colors'
import { linkOf, readLink } from './link'

const NAMED = ['red', '#00ff00', 'rgb(1 2 3)']
const readColor = (text: string) => (NAMED.includes(text) ? text : null)
const anyText = fc.string({ unit: 'binary' })

describe('the first line of a transformation', () => {
  test('maps series to colours', () => {
    expect(readColors('//{"Temperature":"red","b":"rgb(1 2 3)"}\nreturn {}', readColor)).toEqual({
      colors: new Map([
        ['Temperature', 'red'],
        ['b', 'rgb(1 2 3)'],
      ]),
    })
  })

  test.each(['', 'return {}\n//{"a":"red"}', '/*{"a":"red"}*/'])('%j names no colours', (source) =>
    expect(readColors(source, readColor)).toEqual({ colors: null }),
  )

  test.each([
    ['// Temperature is red', { fault: 'noMap' }],
    ['//["red"]', { fault: 'noMap' }],
    ['//{"a":"red"', { fault: 'noMap' }],
    ['//{"a":"red"} and more', { fault: 'noMap' }],
    ['//{"a":"no colour"}', { fault: 'noColor', series: 'a' }],
    ['//{"a":"red","b":7}', { fault: 'noColor', series: 'b' }],
    [
      '//{"<img src=x onerror=alert(1)>":"url(#x)"}',
      { fault: 'noColor', series: '<img src=x onerror=alert(1)>' },
    ],
  ])('%j is no map', (source, fault) => expect(readColors(source, readColor)).toEqual(fault))

  test('is read as it was written, with any names of series', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyText, fc.constantFrom(...NAMED))), (entries) => {
        const colors = new Map(entries)
        expect(readColors(`${writeColors(colors)}\nreturn {}`, readColor)).toEqual({ colors })
      }),
    )
  })
})

test.each(PALETTE)('%s is visible on the background of both themes', (color) => {
  for (const { background } of Object.values(palettes))
    expect(getContrastRatio(color, background.paper)).toBeGreaterThanOrEqual(3)
})

describe('a link', () => {
  const PAGE = 'https://console.example/space/1/dashboard?deviceId=2'

  test('restores any code, and does not send it to the server', () => {
    fc.assert(
      fc.property(anyText, (source) => {
        const url = new URL(linkOf(PAGE, source) ?? '')
        expect(url.href.split('#')[0]).toBe(PAGE)
        expect(readLink(url)).toEqual(source === '' ? { fault: 'broken' } : { source })
      }),
    )
  })

  test('can have its code in the query as well', () => {
    expect(readLink({ hash: '', search: '?deviceId=2&transformation=cmV0dXJu' })).toEqual({
      source: 'return',
    })
  })

  test('without code is none', () => {
    expect(readLink({ hash: '#top', search: '?deviceId=2' })).toBeNull()
  })

  test.each(['', '!', 'a', '_w', 'cmV0dXJu==', 'javascript:alert(1)'])('with %j is broken', (text) => {
    expect(readLink({ hash: `#transformation=${text}`, search: '' })).toEqual({ fault: 'broken' })
  })

  test('with too much code is neither created nor read', () => {
    expect(linkOf(PAGE, 'x'.repeat(65_537))).toBeNull()
    expect(readLink(new URL(linkOf(PAGE, 'x'.repeat(65_536)) ?? ''))).toHaveProperty('source')
    expect(readLink({ hash: `#transformation=${'A'.repeat(87_383)}`, search: '' })).toEqual({
      fault: 'tooLong',
    })
  })
})
