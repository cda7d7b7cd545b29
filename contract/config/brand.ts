import { BRAND } from './defaults'

/** The product's colours: for each theme one that is readable on its surfaces, and the colour of texts on it. */
export interface Brand {
  light: BrandColor
  dark: BrandColor & { dark: string }
}

interface BrandColor {
  main: string
  contrastText: string
}

type Rgb = readonly [red: number, green: number, blue: number]

const BLACK: Rgb = [0, 0, 0]
const WHITE: Rgb = [255, 255, 255]

/** The surface of each theme with the least contrast to the colour. */
const GROUND: Record<keyof Brand, Rgb> = { light: [246, 247, 251], dark: [34, 40, 56] }

/** Contrast that texts need (WCAG 2.2, 1.4.3), with a margin for rounding. */
const CONTRAST = 4.55
const STEPS = 100

const rgbOf = (hex: string): Rgb => {
  const number = Number.parseInt(hex.slice(1), 16)
  return [number >> 16, (number >> 8) & 0xff, number & 0xff]
}
const hexOf = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** Relative luminance (WCAG 2.2). */
function luminanceOf(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrastOf(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const mix = ([r, g, b]: Rgb, [red, green, blue]: Rgb, share: number): Rgb => [
  r + (red - r) * share,
  g + (green - g) * share,
  b + (blue - b) * share,
]

/** The colour, moved towards black or white as far as texts on the ground need. */
function readable(color: Rgb, ground: Rgb, end: Rgb): Rgb {
  let step = 0
  while (contrastOf(mix(color, end, step / STEPS), ground) < CONTRAST) step++
  return mix(color, end, step / STEPS)
}

/** Makes the product's colours from one, such as #2b55d9: if it is hard to read it becomes darker or lighter. */
export function brandOf(accent: string): Brand {
  const color = rgbOf(accent)
  const onDark = readable(color, GROUND.dark, WHITE)
  return {
    light: { main: hexOf(readable(color, GROUND.light, BLACK)), contrastText: BRAND.light.contrastText },
    dark: {
      main: hexOf(onDark),
      dark: hexOf(mix(onDark, WHITE, 0.2)),
      contrastText: BRAND.dark.contrastText,
    },
  }
}
