import { Box, Button, DialogActions, DialogContent, Stack, Typography } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { TextInput } from 'react-admin'
import { useFormContext, useFormState } from 'react-hook-form'
import type { ClientCertificate, Connector } from '#contract/connectors'
import {
  CERTIFICATE_ERRORS,
  type CertificateInput,
  certificateInputSchema,
  connectorCertificatesApi,
} from '#contract/connectors/certificate'
import { LoadingButton } from '../../../components/action/LoadingButton'
import { TaskDialog } from '../../../components/dialog/TaskDialog'
import { refusalsOf } from '../../../components/draft/drafts'
import { DraftForm, keepFocus } from '../../../components/form/DraftForm'
import { useFailureToast } from '../../../components/page'
import { toast } from '../../../components/toast/toasts'
import { ApiError } from '../../../dataProvider/client'
import { useSpaceport } from '../../../dataProvider/queries'
import { msg, useTranslate } from './texts'

const NAMES = ['certificate', 'key', 'ca'] as const
type Name = (typeof NAMES)[number]

const ERRORS = [
  'noCertificate',
  'noKey',
  'encrypted',
  'keyKind',
  'otherKey',
  'notYet',
  'expired',
  'noCa',
  'expiredCa',
  'unusable',
] as const

const EMPTY: Record<Name, string | null> = { certificate: null, key: null, ca: null }
const CODEC = {
  fromForm: ({ certificate, key, ca }: typeof EMPTY) => ({
    certificate: certificate?.trim() || null,
    key: key?.trim() || null,
    ca: ca?.trim() || null,
  }),
  formPath: (path: readonly PropertyKey[]) => path.join('.'),
}

const MESSAGES = {
  certificate: { invalid: msg('connectors.certificate.errors.missing') },
  key: { invalid: msg('connectors.certificate.errors.missing') },
} as const

/** A PEM text, typed or from a file. The key is masked. */
function PemInput({ name }: { name: Name }) {
  const translate = useTranslate()
  const { setValue } = useFormContext()
  const file = useRef<HTMLInputElement>(null)
  const read = async (chosen: File | undefined) => {
    if (chosen) setValue(name, await chosen.text(), { shouldDirty: true, shouldValidate: true })
  }
  return (
    <Box>
      <TextInput
        source={name}
        label={translate(`connectors.certificate.fields.${name}`)}
        helperText={translate(`connectors.certificate.hints.${name}`)}
        multiline
        minRows={3}
        maxRows={6}
        fullWidth
        autoComplete="off"
        slotProps={{
          htmlInput: {
            spellCheck: false,
            autoCapitalize: 'off',
            style: {
              fontFamily: 'monospace',
              fontSize: '0.8125rem',
              ...(name === 'key' && { WebkitTextSecurity: 'disc' }),
            },
          },
        }}
      />
      <Button size="small" onClick={() => file.current?.click()}>
        {translate(`connectors.certificate.files.${name}`)}
      </Button>
      <input
        ref={file}
        type="file"
        hidden
        aria-hidden
        tabIndex={-1}
        onChange={({ target }) => void read(target.files?.[0])}
      />
    </Box>
  )
}

interface Refusal {
  field: Name
  text: string
}

/** Shows at each field why the server refused it. */
function RefusalsAt({ refusals }: { refusals: readonly Refusal[] }) {
  const { setError } = useFormContext()
  useEffect(() => {
    for (const [i, { field, text }] of refusals.entries())
      setError(field, { type: 'server', message: text }, { shouldFocus: i === 0 })
  }, [refusals, setError])
  return null
}

function Actions({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const { isSubmitting } = useFormState()
  return (
    <DialogActions onMouseDown={keepFocus}>
      <Button onClick={onClose} disabled={isSubmitting}>
        {translate('page.cancel')}
      </Button>
      <LoadingButton type="submit" variant="contained" loading={isSubmitting}>
        {translate('connectors.certificate.save')}
      </LoadingButton>
    </DialogActions>
  )
}

interface CertificateDialogProps {
  connector: Connector
  onSet: (certificate: ClientCertificate) => void
  onClose: () => void
}

/**
 * Sets a certificate with its key, certificate authorities for the receiver, or both. No draft stores the typed values.
 */
export function CertificateDialog({ connector, onSet, onClose }: CertificateDialogProps) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const onError = useFailureToast()
  const [refusals, setRefusals] = useState<Refusal[]>([])
  const [busy, setBusy] = useState(false)

  const showRefusals = (error: unknown) => {
    const found = [...refusalsOf(error instanceof ApiError ? error.body : '', NAMES)]
    const named = found.flatMap(([field, sentence]) => {
      const known = ERRORS.find((code) => CERTIFICATE_ERRORS[code] === sentence)
      return field
        ? { field, text: known ? translate(`connectors.certificate.errors.${known}`) : sentence }
        : []
    })
    if (named.length === 0) return onError(error)
    setRefusals(named)
  }
  const submit = async (body: CertificateInput) => {
    setBusy(true)
    try {
      onSet(await ask(connectorCertificatesApi.put, { params: { connectorId: connector.id }, body }))
      toast({ kind: 'success', title: translate('connectors.certificate.done') })
      onClose()
      return true
    } catch (error) {
      showRefusals(error)
      return false
    } finally {
      setBusy(false)
    }
  }
  return (
    <TaskDialog
      title={translate('connectors.certificate.setTitle', { name: connector.name })}
      onClose={() => !busy && onClose()}
    >
      <DraftForm
        draftKey={null}
        initial={EMPTY}
        schema={certificateInputSchema}
        codec={CODEC}
        messages={MESSAGES}
        secrets={NAMES}
        onSubmit={submit}
      >
        <DialogContent>
          <RefusalsAt refusals={refusals} />
          <Stack sx={{ gap: 2 }}>
            <Typography>{translate('connectors.certificate.text')}</Typography>
            {NAMES.map((name) => (
              <PemInput key={name} name={name} />
            ))}
          </Stack>
        </DialogContent>
        <Actions onClose={onClose} />
      </DraftForm>
    </TaskDialog>
  )
}
