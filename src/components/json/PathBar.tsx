import { Box, Button, Typography } from '@mui/material'
import { useMemo } from 'react'
import { useTranslate } from '../../i18n/translate'
import { useCopy } from '../page'
import { isContainer, textOf } from './document'
import { formatDocument } from './format'
import { pathOf } from './path'
import type { Tree } from './useTree'

/** Number of characters that are shown of a path; its end says more than its beginning. */
const SHOWN_PATH = 200

const shorten = (path: string) => (path.length > SHOWN_PATH ? `…${path.slice(-SHOWN_PATH)}` : path)

/** The path of the active value, to copy, and the value: of a string its text, of a branch its JSON. */
export function PathBar({ tree: { document, active } }: { tree: Tree }) {
  const translate = useTranslate()
  const copy = useCopy()
  const path = useMemo(() => pathOf(document, active.index), [document, active.index])
  const valueOf = () => {
    const node = document.nodes[active.index]
    if (!node) return ''
    return isContainer(node) ? formatDocument(document, { from: active.index }) : textOf(document, node)
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 1 }}>
      <Typography
        component="code"
        title={translate('json.path')}
        sx={{ flex: '1 1 200px', minWidth: 0, fontSize: '0.8125rem', overflowWrap: 'anywhere' }}
      >
        <bdi>{shorten(path)}</bdi>
      </Typography>
      <Box sx={{ display: 'flex', gap: 1, ml: 'auto' }}>
        <Button size="small" onClick={() => copy(path)}>
          {translate('json.copyPath')}
        </Button>
        <Button size="small" onClick={() => copy(valueOf())}>
          {translate('json.copyValue')}
        </Button>
      </Box>
    </Box>
  )
}
