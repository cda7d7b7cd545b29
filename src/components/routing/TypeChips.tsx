import { Chip, Stack } from '@mui/material'
import type { MessageType } from '#contract/messages'
import { useTranslate } from '../../i18n/translate'

/** Types of messages. */
export function TypeChips({ types }: { types: readonly MessageType[] }) {
  const translate = useTranslate()
  return (
    <Stack component="ul" direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 0.5, m: 0, p: 0 }}>
      {types.map((type) => (
        <Chip
          key={type}
          component="li"
          size="small"
          variant="outlined"
          label={translate(`messages.types.${type}`)}
        />
      ))}
    </Stack>
  )
}
