import { alpha, type Theme } from '@mui/material'
import type { ReactDiffViewerProps } from 'react-diff-viewer-continued'

/** The viewer in the colours of the theme; text keeps its contrast on the tinted grounds. */
export function diffStyles({ palette }: Theme): NonNullable<ReactDiffViewerProps['styles']> {
  const { success, error, background, text } = palette
  const tint = palette.mode === 'dark' ? 0.16 : 0.1
  const colors = {
    diffViewerBackground: background.paper,
    diffViewerColor: text.primary,
    addedBackground: alpha(success.main, tint),
    addedColor: text.primary,
    removedBackground: alpha(error.main, tint),
    removedColor: text.primary,
    wordAddedBackground: alpha(success.main, tint * 2),
    wordRemovedBackground: alpha(error.main, tint * 2),
    emptyLineBackground: background.default,
    gutterColor: text.secondary,
  }
  return {
    variables: { light: colors, dark: colors },
    diffContainer: { minWidth: 'unset' },
    marker: { paddingInline: 6, textAlign: 'center', pre: { width: '100%' } },
  }
}
