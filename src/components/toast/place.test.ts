import { expect, test } from 'vitest'
import { type Control, coveredBy, freePlace } from './place'

const SIZE = { width: 400, height: 64 }
const desktop = { ...SIZE, screen: { width: 1500, height: 900 } }
const phone = { width: 359, height: 64, screen: { width: 375, height: 812 } }
const control = (left: number, top: number, width = 80, height = 40): Control => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
  weight: 1,
})

test('a toast is at the bottom right when nothing is in its way', () => {
  expect(freePlace(desktop, [])).toMatchObject({ right: 1484, bottom: 884 })
})

test('it covers neither the pages of a list nor the buttons of its rows', () => {
  const pages = [control(1200, 850), control(1300, 850), control(1400, 850)]
  const rows = Array.from({ length: 12 }, (_, index) => control(1400, 300 + index * 44))
  expect(coveredBy(freePlace(desktop, [...pages, ...rows]), [...pages, ...rows])).toBe(0)
})

test('it is above a button bar as wide as the screen', () => {
  const bar = [control(300, 850), control(420, 850), control(700, 850, 500)]
  const place = freePlace(desktop, bar)
  expect(place.bottom).toBeLessThanOrEqual(850)
  expect(place.right).toBe(1484)
})

test('on a phone it covers neither the buttons of a form nor the top bar', () => {
  const form = [control(16, 700, 343), control(16, 760, 343), control(0, 8, 375, 40)]
  const place = freePlace(phone, form)
  expect(coveredBy(place, form)).toBe(0)
  expect(place).toMatchObject({ left: 8, right: 367 })
})

test('in a dialog without space it covers fields rather than the submit button', () => {
  const fields = Array.from({ length: 40 }, (_, index) => control(0, index * 30, 1500, 28))
  const submit = { ...control(1300, 860), weight: 10 }
  expect(freePlace(desktop, fields).right).toBe(1484)
  expect(coveredBy(freePlace(desktop, [...fields, submit]), [submit])).toBe(0)
})

test('on a page full of controls it covers as few as possible', () => {
  const many = Array.from({ length: 30 }, (_, index) => control(0, index * 30, 375, 28))
  const two = many.filter((_, index) => index !== 24 && index !== 25)
  expect(coveredBy(freePlace(phone, two), two)).toBeLessThan(coveredBy(freePlace(phone, many), many))
})

test('a low screen has space for it as well', () => {
  const place = freePlace({ ...phone, screen: { width: 667, height: 120 } }, [])
  expect(place.top).toBeGreaterThanOrEqual(0)
})
