import { Alert, Box, Typography } from '@mui/material'
import { useState } from 'react'
import type { ClientCertificate, Connector } from '#contract/connectors'
import { connectorCertificatesApi } from '#contract/connectors/certificate'
import { formatTime, useClock } from '../../../clock'
import {
  ConfirmDialog,
  Field,
  FieldList,
  PermissionButton,
  Section,
  TimeText,
  useFailureToast,
} from '../../../components/page'
import { useShown } from '../../../components/resource/refresh'
import { toast } from '../../../components/toast/toasts'
import { useSpaceport } from '../../../dataProvider/queries'
import { CertificateDialog } from './CertificateDialog'
import { useTranslate } from './texts'
import { useEndsSoon } from './useEndsSoon'

const PERMISSION = 'space:connector:update'
/** Says that a certificate has expired, or will soon. */
function ExpiryNotice(certificate: ClientCertificate) {
  const translate = useTranslate()
  const clock = useClock()
  const ends = useEndsSoon(certificate)
  if (ends === null) return null
  const time = formatTime(Date.parse(certificate.not_after), clock)
  return (
    <Alert severity={ends === 'soon' ? 'warning' : 'error'} sx={{ mb: 2 }}>
      {translate(`connectors.certificate.${certificate.has_certificate ? 'ends' : 'caEnds'}.${ends}`, {
        time,
      })}
    </Alert>
  )
}

function Details({ subject, fingerprint, not_after, has_certificate, has_ca }: ClientCertificate) {
  const translate = useTranslate()
  return (
    <FieldList>
      <Field label={translate('connectors.certificate.subject')}>
        <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
          {subject}
        </Box>
      </Field>
      <Field label={translate('connectors.certificate.notAfter')}>
        <TimeText value={not_after} relative />
      </Field>
      <Field label={translate('connectors.certificate.ca')}>
        {translate(`connectors.certificate.${has_ca ? 'ownCa' : 'publicCa'}`)}
      </Field>
      {!has_certificate && (
        <Field label={translate('connectors.certificate.shown')}>
          {translate('connectors.certificate.noneShown')}
        </Field>
      )}
      <Field label={translate('connectors.certificate.fingerprint')} wide>
        <Box
          component="span"
          sx={{ overflowWrap: 'anywhere', fontFamily: 'monospace', fontSize: '0.8125rem' }}
        >
          {fingerprint}
        </Box>
      </Field>
    </FieldList>
  )
}

/** Client certificate of the connector, and the certificate authorities that it trusts for its receiver. */
export default function CertificateSection({ connector }: { connector: Connector }) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const show = useShown()
  const onError = useFailureToast()
  const [asking, setAsking] = useState<'set' | 'remove'>()
  const { client_certificate: certificate, name } = connector
  const close = () => setAsking(undefined)
  const showCertificate = (shown: ClientCertificate | null) =>
    show(Object.assign({}, connector, { client_certificate: shown }))

  const remove = async () => {
    try {
      await ask(connectorCertificatesApi.delete, { params: { connectorId: connector.id } })
      showCertificate(null)
      toast({ kind: 'success', title: translate('connectors.certificate.removed') })
      close()
    } catch (error) {
      onError(error)
    }
  }
  return (
    <Section title={translate('connectors.certificate.title')}>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 2 }}>
        {translate('connectors.certificate.hint')}
      </Typography>
      {certificate ? (
        <>
          <ExpiryNotice {...certificate} />
          <Details {...certificate} />
        </>
      ) : (
        <Typography variant="body2">{translate('connectors.certificate.none')}</Typography>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2 }}>
        <PermissionButton permission={PERMISSION} variant="outlined" onClick={() => setAsking('set')}>
          {translate(`connectors.certificate.${certificate ? 'replace' : 'set'}`)}
        </PermissionButton>
        {certificate && (
          <PermissionButton permission={PERMISSION} color="error" onClick={() => setAsking('remove')}>
            {translate('connectors.certificate.remove')}
          </PermissionButton>
        )}
      </Box>
      {asking === 'set' && (
        <CertificateDialog connector={connector} onSet={showCertificate} onClose={close} />
      )}
      <ConfirmDialog
        open={asking === 'remove'}
        title={translate('connectors.certificate.removeTitle', { name })}
        confirmLabel={translate('connectors.certificate.remove')}
        onConfirm={remove}
        onClose={close}
      >
        {translate('connectors.certificate.removeText')}
      </ConfirmDialog>
    </Section>
  )
}
