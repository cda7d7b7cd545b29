const DARK_TEXT = '#000000'
const LIGHT_TEXT = '#ffffff'

/** Relative luminance of a colour like #1A2B3C, 0 to 1. WCAG 2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Black or white, whichever reads better on the colour: the contrast is never below 4.5. */
export const textOn = (color: string) => (luminance(color) > 0.179 ? DARK_TEXT : LIGHT_TEXT)
