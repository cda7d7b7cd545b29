import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SeriesName } from './SeriesName'

const shown = (path: string, label: string) => render(<SeriesName path={path} label={label} />).container

test.each([
  ['thermometer.temperature', 'temperature', 'temperature'],
  ['thermometer.temperature', 'thermometer.temperature', 'temperature thermometer'],
  ['a.inside.temperature', 'a.inside.temperature', 'temperature a.inside'],
  ['backup.outputs[0]', 'outputs.0', 'outputs.0'],
  ['tank.level', 'Level 1.2', 'Level 1.2'],
])('the quantity comes first, then what makes it unique: %s called %s', (path, label, text) => {
  expect(shown(path, label).textContent).toBe(text)
})

test('a long name keeps its start and end, and the tooltip has its path', () => {
  const long = `temperature_of_the_water_at_the_outlet_${'x'.repeat(80)}_north`
  const name = shown(long, long)
  expect(name.textContent).toMatch(/^temperature_of….*_north$/)
  expect(name.textContent.length).toBeLessThan(30)
  expect(name.querySelector('[title]')?.getAttribute('title')).toBe(long)
})
