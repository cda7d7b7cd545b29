/** Colours of series that have none of their own; each stands out from the ground of both themes. */
export const PALETTE = [
  '#3f74e0',
  '#d1622b',
  '#1f9463',
  '#c0489f',
  '#a2771a',
  '#8161d8',
  '#cf4a5a',
  '#2389a8',
  '#6f8a1f',
  '#7a7f8c',
] as const

/** The colour at a place; after the last comes the first again. */
export const paletteColor = (place: number): string => PALETTE[place % PALETTE.length] ?? PALETTE[0]
