import { getContrastRatio } from '@mui/material/styles'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brandOf } from '#contract/config/brand'
import { BRAND } from '#contract/config/defaults'
import firstPaint from '../../public/first-paint.js?raw'
import { palettes } from './palette'
import { createConsoleTheme } from './theme'

const MODES = ['light', 'dark'] as const
const SEVERITIES = ['primary', 'secondary', 'error', 'warning', 'info', 'success'] as const

describe.each(MODES)('the %s theme', (mode) => {
  const { background, text, ...palette } = palettes[mode]

  test.each(['primary', 'secondary'] as const)('has %s text that is readable on every surface', (kind) => {
    expect(getContrastRatio(text[kind], background.default)).toBeGreaterThanOrEqual(4.5)
    expect(getContrastRatio(text[kind], background.paper)).toBeGreaterThanOrEqual(4.5)
    expect(getContrastRatio(text[kind], background.raised)).toBeGreaterThanOrEqual(4.5)
  })

  test('has readable tooltips, placeholders and comments in code', () => {
    expect(getContrastRatio(text.tooltip, background.tooltip)).toBeGreaterThanOrEqual(4.5)
    expect(getContrastRatio(text.code, background.paper)).toBeGreaterThanOrEqual(4.5)
    const { MuiInputBase, MuiCssBaseline } = createConsoleTheme(mode, false).components ?? {}
    const placeholder = { color: text.secondary, opacity: 1 }
    expect(MuiInputBase?.styleOverrides?.input).toMatchObject({ '&::placeholder': placeholder })
    expect(MuiCssBaseline?.styleOverrides).toMatchObject({ '::placeholder': placeholder })
  })

  test('has solid popovers, menus and tooltips, with an edge that is visible on every surface', () => {
    const { MuiPopover, MuiMenu, MuiAutocomplete, MuiPaper, MuiTooltip } =
      createConsoleTheme(mode, false).components ?? {}
    const raised = { backgroundColor: background.raised, border: `1px solid ${palette.edge}` }
    for (const component of [MuiPopover, MuiMenu, MuiAutocomplete])
      expect(component?.styleOverrides?.paper).toMatchObject(raised)
    expect(MuiPaper?.styleOverrides?.elevation8).toMatchObject(raised)
    expect(MuiTooltip?.styleOverrides?.tooltip).toMatchObject({ backgroundColor: background.tooltip })
    for (const ground of [background.default, background.paper])
      expect(getContrastRatio(palette.edge, ground)).toBeGreaterThan(1.5)
  })

  test('has empty checkboxes that look empty and enabled', () => {
    const empty: unknown = Reflect.get(
      Object(createConsoleTheme(mode, false).components?.MuiCssBaseline?.styleOverrides),
      ':where(input[type="checkbox"])',
    )
    expect(empty).toMatchObject({ appearance: 'none', backgroundColor: 'transparent' })
    expect(getContrastRatio(palette.control, background.paper)).toBeGreaterThanOrEqual(3)
    expect(getContrastRatio(palette.control, background.raised)).toBeGreaterThanOrEqual(3)
  })

  test.each(SEVERITIES)('has a %s colour that is readable as text and as background', (severity) => {
    const { main, contrastText } = palette[severity]
    expect(getContrastRatio(main, background.default)).toBeGreaterThanOrEqual(4.5)
    expect(getContrastRatio(main, background.paper)).toBeGreaterThanOrEqual(4.5)
    expect(getContrastRatio(main, background.raised)).toBeGreaterThanOrEqual(4.5)
    expect(getContrastRatio(contrastText, main)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(['error', 'warning'] as const)('has a background for white %s messages', (severity) => {
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

test('any colour of a product is adjusted to be readable as text and as background', () => {
  const parts = fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: 0, max: 255 })))
  fc.assert(
    fc.property(parts, (rgb) => {
      const brand = brandOf(`#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`)
      for (const mode of MODES) {
        const { main, contrastText } = brand[mode]
        const { default: page, paper, raised } = palettes[mode].background
        for (const ground of [page, paper, raised, contrastText])
          expect(getContrastRatio(main, ground)).toBeGreaterThanOrEqual(4.5)
        const { dark } = createConsoleTheme(mode, false, brand).palette.primary
        expect(getContrastRatio(contrastText, dark)).toBeGreaterThanOrEqual(4.5)
      }
    }),
  )
})

test('a readable colour is unchanged', () => {
  expect(brandOf(BRAND.light.main).light.main).toBe(BRAND.light.main)
  expect(brandOf(BRAND.dark.main).dark.main).toBe(BRAND.dark.main)
})

test('in the dark theme, where shadows are invisible, surfaces over the page are lighter', () => {
  const { raised, paper } = palettes.dark.background
  expect(getContrastRatio(raised, paper)).toBeGreaterThan(1.1)
})

test('thin mode reduces the padding of table rows', () => {
  const [normal, thin] = [false, true].map((thin) => createConsoleTheme('light', thin).density.rowPadding)
  expect(thin).toBeLessThan(Number(normal))
})
