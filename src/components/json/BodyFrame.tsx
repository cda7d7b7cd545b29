import CopyIcon from '@mui/icons-material/ContentCopy'
import { Box, IconButton, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/translate'
import { useCopy } from '../page'

interface BodyFrameProps {
  /** What "Copy all" copies. */
  text: string
  /** Stands before the tools, where the surroundings do not name the body. */
  title?: string | undefined
  tools?: ReactNode
  children: ReactNode
}

/** A body below its tools. */
export function BodyFrame({ text, title, tools, children }: BodyFrameProps) {
  const translate = useTranslate()
  const copy = useCopy()
  const copyLabel = translate('json.copyAll')
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: { xs: 0.5, sm: 1 }, mb: 1 }}>
        {title && (
          <Typography variant="body2" color="text.secondary" sx={{ flex: 1 }}>
            {title}
          </Typography>
        )}
        {tools}
        <IconButton
          size="small"
          aria-label={copyLabel}
          title={copyLabel}
          onClick={() => copy(text)}
          sx={{ ml: tools ? 0 : 'auto' }}
        >
          <CopyIcon fontSize="small" />
        </IconButton>
      </Box>
      {children}
    </>
  )
}
