import { Box, Typography } from '@mui/material'
import { useState } from 'react'
import { type Connector, connectorsApi } from '#contract/connectors'
import { ConfirmDialog, PermissionButton, SecretText, Section } from '../../../components/page'
import { useConfig } from '../../../config'
import { useTranslate } from '../../../i18n/translate'
import { useSecret } from './useSecret'

/** What signs the requests of the connector, where the server signs them: shown when it is asked for. */
export function SecretSection({ connector }: { connector: Connector }) {
  const { capabilities } = useConfig()
  if (!capabilities.includes(connectorsApi.secret.capability)) return null
  return <Secret connector={connector} />
}

function Secret({ connector: { id, name } }: { connector: Connector }) {
  const translate = useTranslate()
  const { secret, isBusy, read, rotate } = useSecret(id)
  const [asking, setAsking] = useState(false)
  const permission = 'space:connector:update'

  const rotateAndClose = async () => {
    await rotate()
    setAsking(false)
  }
  return (
    <Section title={translate('connectors.secret.title')}>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 2 }}>
        {translate('connectors.secret.hint')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        {secret === undefined ? (
          <PermissionButton permission={permission} variant="outlined" loading={isBusy} onClick={read}>
            {translate('connectors.secret.reveal')}
          </PermissionButton>
        ) : (
          <Box sx={{ flex: '1 1 auto', minWidth: 0 }}>
            <SecretText
              key={secret}
              value={secret}
              what={translate('connectors.secret.name')}
              startsRevealed
            />
          </Box>
        )}
        <PermissionButton permission={permission} color="error" onClick={() => setAsking(true)}>
          {translate('connectors.secret.rotate')}
        </PermissionButton>
      </Box>
      <ConfirmDialog
        open={asking}
        title={translate('connectors.secret.rotateTitle', { name })}
        confirmLabel={translate('connectors.secret.rotate')}
        onConfirm={rotateAndClose}
        onClose={() => setAsking(false)}
      >
        {translate('connectors.secret.rotateText')}
      </ConfirmDialog>
    </Section>
  )
}
