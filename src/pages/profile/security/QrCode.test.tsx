import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pathOfModules, QrCode } from './QrCode'

test('each run of dark modules is one rectangle', () => {
  const rows = [
    [true, true, false, true],
    [false, false, false, false],
    [false, true, true, true],
  ]
  expect(pathOfModules(rows)).toBe('M0 0h2v1H0zM3 0h1v1H3zM1 2h3v1H1z')
})

test('the code has a white margin of four modules', () => {
  const { container } = render(<QrCode text="otpauth://totp/a:b?secret=C" label="Code" />)
  const path = container.querySelector('path')?.getAttribute('d') ?? ''
  const [first, ...starts] = [...path.matchAll(/M(\d+) (\d+)/g)].map(([, x, y]) => [Number(x), Number(y)])
  expect(first).toEqual([4, 4])
  for (const [x = 0, y = 0] of starts) expect(Math.min(x, y)).toBeGreaterThanOrEqual(4)
})
