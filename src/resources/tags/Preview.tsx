import { Box } from '@mui/material'
import type { Tag } from '#contract/tags'
import { TagChips } from '../../components/page'
import { palettes } from '../../theme/palette'
import { useTranslate } from './texts'

/** The tag beside the name of a device, in both themes. */
export function Preview({ tag }: { tag: Pick<Tag, 'name' | 'color'> }) {
  const translate = useTranslate()
  return (
    <Box sx={{ display: 'grid', gap: { xs: 1, sm: 2 }, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}>
      {Object.values(palettes).map(({ mode, background, text, divider }) => (
        <Box
          key={mode}
          role="group"
          aria-label={translate(`common.theme.${mode}`)}
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 1.5,
            p: { xs: 1.5, sm: 2 },
            borderRadius: 1,
            border: `1px solid ${divider}`,
            bgcolor: background.paper,
            color: text.primary,
          }}
        >
          {translate('tags.preview.device')}
          <TagChips tags={[{ id: mode, ...tag }]} />
        </Box>
      ))}
    </Box>
  )
}
