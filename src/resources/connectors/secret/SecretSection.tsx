import { Alert, Box, TextField, Typography } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type Connector,
  connectorsApi,
  OPERATIONS_CAPABILITY,
  OVERLAP_HOURS,
  OVERLAP_HOURS_MAX,
} from '#contract/connectors'
import { formatTime, useClock } from '../../../clock'
import {
  ConfirmDialog,
  PermissionButton,
  SecretText,
  Section,
  useFailureToast,
  useNow,
} from '../../../components/page'
import { useShown } from '../../../components/resource/refresh'
import { toast } from '../../../components/toast/toasts'
import { msg as word } from '../../../components/words/texts'
import { useCapability } from '../../../config'
import { useSpaceport } from '../../../dataProvider/queries'
import { useTranslate } from '../texts'

const PERMISSION = 'space:connector:update'

/** Hours for which the previous secret stays valid, and their texts. */
const CHOICES = [
  { hours: 0, text: 'none' },
  { hours: 1, text: 'hour' },
  { hours: OVERLAP_HOURS, text: 'day' },
  { hours: 72, text: 'days3' },
  { hours: 168, text: 'week' },
  { hours: OVERLAP_HOURS_MAX, text: 'weeks2' },
] as const

interface OfConnector {
  connector: Connector
}

/** Milliseconds between two checks of the end of the overlap. */
const LOOK_EVERY = 15_000

/** Time until which the previous secret also signs; null if it does not. */
function useOverlap({ signed_twice_until: until }: Connector): string | null {
  const now = useNow(until === null ? null : LOOK_EVERY)
  return until !== null && Date.parse(until) > now ? until : null
}

/** Shows until when both secrets sign. */
function useTwiceShown(connector: Connector) {
  const show = useShown()
  return (signedTwiceUntil: string | null) =>
    show(Object.assign({}, connector, { signed_twice_until: signedTwiceUntil }))
}

interface RotateProps extends OfConnector {
  onRotated: (secret: string) => void
  onClose: () => void
}

/** Asks how long the current secret stays valid, and replaces it. */
function RotateDialog({ connector, onRotated, onClose }: RotateProps) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const onError = useFailureToast()
  const showTwice = useTwiceShown(connector)
  const clock = useClock()
  const canOverlap = useCapability(OPERATIONS_CAPABILITY)
  const overlap = useOverlap(connector)
  const [hours, setHours] = useState<number>(OVERLAP_HOURS)

  const rotate = async () => {
    const params = { connectorId: connector.id }
    const body = canOverlap ? { overlap_hours: hours } : undefined
    try {
      const rotated = await ask(connectorsApi.rotateSecret, { params, body })
      onRotated(rotated.secret)
      showTwice(rotated.signed_twice_until)
      toast({ kind: 'success', title: translate('connectors.secret.rotated') })
      onClose()
    } catch (error) {
      onError(error)
    }
  }
  const isAtOnce = !canOverlap || hours === 0
  return (
    <ConfirmDialog
      open
      title={translate('connectors.secret.rotateTitle', { name: connector.name })}
      confirmLabel={translate('connectors.secret.rotate')}
      onConfirm={rotate}
      onClose={onClose}
    >
      <span>{translate(isAtOnce ? 'connectors.secret.rotateText' : 'connectors.secret.overlapText')}</span>
      {canOverlap && (
        <TextField
          select
          fullWidth
          label={translate('connectors.secret.keep')}
          value={hours}
          onChange={({ target }) => setHours(Number(target.value))}
          slotProps={{ select: { native: true } }}
          sx={{ mt: 2 }}
        >
          {CHOICES.map((choice) => (
            <option key={choice.text} value={choice.hours}>
              {translate(`connectors.secret.hours.${choice.text}`)}
            </option>
          ))}
        </TextField>
      )}
      {overlap !== null && (
        <Alert severity="warning" sx={{ mt: 2 }}>
          {translate('connectors.secret.replacesText', { time: formatTime(Date.parse(overlap), clock) })}
        </Alert>
      )}
    </ConfirmDialog>
  )
}

/** Says until when the previous secret is also valid, and can end that. */
function OverlapNotice({ connector, until }: OfConnector & { until: string }) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const onError = useFailureToast()
  const showTwice = useTwiceShown(connector)
  const [asking, setAsking] = useState(false)
  const clock = useClock()
  const end = async () => {
    try {
      await ask(connectorsApi.endOverlap, { params: { connectorId: connector.id } })
      showTwice(null)
      toast({ kind: 'success', title: translate('connectors.secret.ended') })
      setAsking(false)
    } catch (error) {
      onError(error)
    }
  }
  return (
    <>
      <Alert
        severity="info"
        sx={{ mb: 2 }}
        action={
          <PermissionButton
            permission={PERMISSION}
            color="inherit"
            size="small"
            onClick={() => setAsking(true)}
          >
            {translate('connectors.secret.end')}
          </PermissionButton>
        }
      >
        {translate('connectors.secret.twice', { time: formatTime(Date.parse(until), clock) })}
      </Alert>
      <ConfirmDialog
        open={asking}
        title={translate('connectors.secret.endTitle', { name: connector.name })}
        confirmLabel={translate('connectors.secret.endSubmit')}
        onConfirm={end}
        onClose={() => setAsking(false)}
      >
        {translate('connectors.secret.endText')}
      </ConfirmDialog>
    </>
  )
}

/** The secret that signs requests. It shows on demand, is never cached, and disappears with the page. */
export function SecretSection({ connector }: OfConnector) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const [secret, setSecret] = useState<string>()
  const [asking, setAsking] = useState(false)
  const overlap = useOverlap(connector)

  const { mutate: read, isPending } = useMutation({
    mutationFn: async () =>
      setSecret((await ask(connectorsApi.secret, { params: { connectorId: connector.id } })).secret),
    onError: useFailureToast(),
  })
  return (
    <Section title={translate(word('words.connector.secret'))}>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 2 }}>
        {translate('connectors.secret.hint')}
      </Typography>
      {overlap !== null && <OverlapNotice connector={connector} until={overlap} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        {secret === undefined ? (
          <PermissionButton
            permission={PERMISSION}
            variant="outlined"
            loading={isPending}
            onClick={() => read()}
          >
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
        <PermissionButton permission={PERMISSION} color="error" onClick={() => setAsking(true)}>
          {translate('connectors.secret.rotate')}
        </PermissionButton>
      </Box>
      {asking && (
        <RotateDialog connector={connector} onRotated={setSecret} onClose={() => setAsking(false)} />
      )}
    </Section>
  )
}
