import { Button, DialogActions, DialogContent, Stack, TextField, Typography } from '@mui/material'
import { type FormEvent, useState } from 'react'
import type { ClientCertificate, Connector } from '#contract/connectors'
import { CERTIFICATE_ERRORS, connectorCertificatesApi } from '#contract/connectors/certificate'
import { useFailureToast } from '../../../components/page'
import { fieldOf } from '../../../components/page/drafts'
import { TaskDialog } from '../../../components/page/TaskDialog'
import { toast } from '../../../components/toast/toasts'
import { ApiError } from '../../../dataProvider/client'
import { useSpaceport } from '../../../dataProvider/queries'
import { useTranslate } from './texts'

const FIELDS = [
  { name: 'certificate', label: 'certificate' },
  { name: 'key', label: 'key' },
  { name: 'ca', label: 'caOptional' },
] as const
type Name = (typeof FIELDS)[number]['name']
type Values = Record<Name, string>

const ERRORS = ['noCertificate', 'noKey', 'encrypted', 'otherKey', 'expired', 'noCa', 'unusable'] as const

interface CertificateDialogProps {
  connector: Connector
  onSet: (certificate: ClientCertificate) => void
  onClose: () => void
}

/** Sets a certificate with its key. What is typed is kept nowhere. */
export function CertificateDialog({ connector, onSet, onClose }: CertificateDialogProps) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const onError = useFailureToast()
  const [values, setValues] = useState<Values>({ certificate: '', key: '', ca: '' })
  const [errors, setErrors] = useState<Partial<Values>>({})
  const [busy, setBusy] = useState(false)

  const showError = (error: unknown) => {
    const sentence = error instanceof ApiError ? (error.body ?? '') : ''
    const field = FIELDS.find(({ name }) => name === fieldOf(sentence, ['certificate', 'key', 'ca']))
    if (!field) return onError(error)
    const known = ERRORS.find((code) => CERTIFICATE_ERRORS[code] === sentence)
    setErrors({ [field.name]: known ? translate(`connectors.certificate.errors.${known}`) : sentence })
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const required = translate('connectors.certificate.errors.required')
    const missing = (['certificate', 'key'] as const).filter((name) => values[name].trim() === '')
    setErrors(Object.fromEntries(missing.map((name) => [name, required])))
    if (missing.length > 0) return
    setBusy(true)
    try {
      const params = { connectorId: connector.id }
      const body = { certificate: values.certificate, key: values.key, ca: values.ca.trim() || null }
      onSet(await ask(connectorCertificatesApi.put, { params, body }))
      toast({ kind: 'success', title: translate('connectors.certificate.done') })
      onClose()
    } catch (error) {
      showError(error)
      setBusy(false)
    }
  }
  return (
    <TaskDialog
      title={translate('connectors.certificate.setTitle', { name: connector.name })}
      onClose={() => !busy && onClose()}
    >
      <form onSubmit={submit} noValidate style={{ display: 'contents' }}>
        <DialogContent>
          <Stack sx={{ gap: 2 }}>
            <Typography>{translate('connectors.certificate.text')}</Typography>
            {FIELDS.map(({ name, label }) => (
              <TextField
                key={name}
                label={translate(`connectors.certificate.fields.${label}`)}
                value={values[name]}
                onChange={({ target }) => setValues((current) => Object.assign({}, current, { [name]: target.value }))}
                error={errors[name] !== undefined}
                helperText={errors[name] ?? translate(`connectors.certificate.hints.${name}`)}
                required={name !== 'ca'}
                multiline
                minRows={3}
                maxRows={6}
                fullWidth
                autoComplete="off"
                placeholder={`-----BEGIN ${name === 'key' ? 'PRIVATE KEY' : 'CERTIFICATE'}-----`}
                slotProps={{
                  htmlInput: {
                    spellCheck: false,
                    autoCapitalize: 'off',
                    style: { fontFamily: 'monospace', fontSize: '0.8125rem' },
                  },
                }}
              />
            ))}
          </Stack>
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button onClick={onClose} disabled={busy}>
            {translate('page.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={busy}>
            {translate('connectors.certificate.save')}
          </Button>
        </DialogActions>
      </form>
    </TaskDialog>
  )
}
