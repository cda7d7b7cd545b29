import { getContrastRatio } from '@mui/material/styles'
import { describe, expect, test } from 'vitest'
import firstPaint from '../../public/first-paint.js?raw'
import { createConsoleTheme, palettes } from './theme'

const MODES = ['light', 'dark'] as const
const SEVERITIES = ['primary', 'secondary', 'error', 'warning', 'info', 'success'] as const

describe.each(MODES)('the %s theme', (mode) => {
  const { background, text, ...palette } = palettes[mode]

  test.each(['primary', 'secondary'] as const)('has %s text that is readable on every surface', (kind) => {
    expect(getContrastRatio(text[kind], background.default)).toBeGreaterThanOrEqual(4.5)
    expect(getContrastRatio(text[kind], background.paper)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(SEVERITIES)('has a %s colour that is readable as text and as ground', (severity) => {
    const { main, contrastText } = palette[severity]
    expect(getContrastRatio(main, background.default)).toBeGreaterThanOrEqual(4.5)
    expect(getContrastRatio(main, background.paper)).toBeGreaterThanOrEqual(4.5)
    expect(getContrastRatio(contrastText, main)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(['error', 'warning'] as const)('has a ground for white %s messages', (severity) => {
    expect(getContrastRatio('#ffffff', palette[severity].dark)).toBeGreaterThanOrEqual(4.5)
  })

  test('has a primary colour that is readable under the pointer', () => {
    const { dark } = createConsoleTheme(mode, false).palette.primary
    expect(getContrastRatio(palette.primary.contrastText, dark)).toBeGreaterThanOrEqual(4.5)
  })

  test('has the background of the first paint', () => {
    expect(firstPaint).toContain(background.default)
  })
})

test('thin mode reduces the padding of table rows', () => {
  const [normal, thin] = [false, true].map((thin) => createConsoleTheme('light', thin).density.rowPadding)
  expect(thin).toBeLessThan(Number(normal))
})
