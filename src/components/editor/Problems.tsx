import { Box } from '@mui/material'
import { usePublicTranslate } from '../../i18n'
import type { Problem } from './types'

/** Most problems shown: one slip early in a text makes many. */
const SHOWN = 5

/** Mistakes in a text with their places, told to screen readers as they come. */
export function Problems({ problems }: { problems: readonly Problem[] }) {
  const translate = usePublicTranslate()
  return (
    <Box role="status" sx={{ fontSize: '0.8125rem', color: 'error.main' }}>
      {problems.slice(0, SHOWN).map(({ line, column, message }) => (
        <div key={`${line}:${column}:${message}`}>
          {translate('editor.problem', { line, column })} <span lang="en">{message}</span>
        </div>
      ))}
    </Box>
  )
}
