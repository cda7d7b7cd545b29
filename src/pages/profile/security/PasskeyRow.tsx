import { Box, Button, Stack, Typography } from '@mui/material'
import type { Passkey } from '#contract/secondFactor'
import { TimeText } from '../../../components/page'
import { useTranslate } from '../texts'

interface PasskeyRowProps {
  passkey: Passkey
  onRename: () => void
  onRemove: () => void
}

export function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const { name, is_synced, created_at, last_used_at } = passkey
  const translate = useTranslate()
  return (
    <Stack
      component="li"
      direction="row"
      useFlexGap
      spacing={1}
      sx={{ py: 1.5, flexWrap: 'wrap', alignItems: 'center', borderTop: 1, borderColor: 'divider' }}
    >
      <Box sx={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography component="h3" sx={{ fontWeight: 600 }}>
          {name}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {translate(`profile.security.passkeys.${is_synced ? 'synced' : 'onDevice'}`)}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {translate('profile.security.passkeys.made')}: <TimeText value={created_at} />
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {translate('profile.security.passkeys.lastUsed')}:{' '}
          {last_used_at === null ? (
            <span>{translate('profile.security.passkeys.neverUsed')}</span>
          ) : (
            <TimeText value={last_used_at} />
          )}
        </Typography>
      </Box>
      <Box>
        <Button
          size="small"
          aria-label={translate('profile.security.passkeys.renameOf', { name })}
          onClick={onRename}
        >
          {translate('profile.security.passkeys.rename')}
        </Button>
        <Button
          size="small"
          color="error"
          aria-label={translate('profile.security.passkeys.removeOf', { name })}
          onClick={onRemove}
        >
          {translate('profile.security.remove')}
        </Button>
      </Box>
    </Stack>
  )
}
