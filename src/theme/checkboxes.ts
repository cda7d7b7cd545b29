import type { Brand } from '#contract/config/brand'
import type { ThemeMode } from './palette'

/** A check mark or dash as an SVG image. */
const picture = (path: string, color: string) =>
  `url("data:image/svg+xml,${encodeURIComponent(`<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><path d='${path}' fill='none' stroke='${color}' stroke-width='2.4'/></svg>`)}")`

/** Styles for native checkboxes: in the dark theme, the browser's empty ones look filled, as if they were disabled. */
export function checkboxes(primary: Brand[ThemeMode], control: string) {
  const filled = { borderColor: primary.main, backgroundColor: primary.main }
  return {
    // Without specificity: any other style wins.
    ':where(input[type="checkbox"])': {
      appearance: 'none',
      border: `2px solid ${control}`,
      borderRadius: 4,
      backgroundColor: 'transparent',
      backgroundSize: 'cover',
      cursor: 'pointer',
    },
    ':where(input[type="checkbox"]:checked)': {
      ...filled,
      backgroundImage: picture('M3.5 8.5l3 3 6-7', primary.contrastText),
    },
    ':where(input[type="checkbox"]:indeterminate)': {
      ...filled,
      backgroundImage: picture('M3.5 8h9', primary.contrastText),
    },
    ':where(input[type="checkbox"]:disabled)': { opacity: 0.5, cursor: 'default' },
    '@media (forced-colors: active)': { ':where(input[type="checkbox"])': { appearance: 'auto' } },
  } as const
}
