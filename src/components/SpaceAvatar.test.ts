import { getContrastRatio } from '@mui/material/styles'
import { expect, test } from 'vitest'
import { AVATAR_COLORS, avatarColor, initialOf } from './SpaceAvatar'

test('a name always has the same colour', () => {
  expect(avatarColor('greenhouse')).toBe(avatarColor('greenhouse'))
})

test('names use all colours', () => {
  const names = Array.from({ length: 300 }, (_, index) => `space-${index}`)
  expect(new Set(names.map(avatarColor)).size).toBe(AVATAR_COLORS.length)
})

test.each(AVATAR_COLORS)('white is readable on %s', (color) => {
  expect(getContrastRatio('#ffffff', color)).toBeGreaterThanOrEqual(4.5)
})

test('the initial is the first letter in upper case', () => {
  expect(initialOf('greenhouse')).toBe('G')
  expect(initialOf(' žižkov')).toBe('Ž')
  expect(initialOf('🚀 lab')).toBe('🚀')
  expect(initialOf('')).toBe('?')
})
