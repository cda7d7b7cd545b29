/** Height of an editor in px: it grows with its text, up to the maximum. */
export const HEIGHT = { min: 160, max: 480 } as const

/** Space between the frame and the text, in px. */
export const PADDING = 12

/** In px. */
export const LINE_HEIGHT = 20

/** Letters of code, in the editor and in its stand-ins. */
export const CODE_FONT = {
  fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSize: 13,
} as const
