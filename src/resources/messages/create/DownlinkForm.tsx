import { Alert, Stack, Typography } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import type { Device } from '#contract/devices'
import type { DownlinkType, MessageCreate } from '#contract/messages'
import { ReasonButton, Section, useFailureToast, wasDenied } from '../../../components/page'
import { useDraftKey } from '../../../components/page/drafts'
import { DraftForm, keepFocus } from '../../../components/page/form'
import { toast } from '../../../components/toast/toasts'
import { ApiError } from '../../../dataProvider/client'
import { useSpaceId } from '../../../dataProvider/SpaceProvider'
import { useSpaceport } from '../../../dataProvider/useSpaceport'
import { useTranslate } from '../../../i18n/translate'
import { BodyInput } from './BodyInput'
import { DEFAULT_BODIES, type DownlinkValues, downlinkCodec, downlinkSchema } from './codec'
import { rememberedType } from './rememberedType'
import { TypeInput } from './TypeInput'
import { useObstacle } from './useObstacle'

/** What the server has against a message. */
interface Refusal {
  type: DownlinkType
  sentence: string
}

/** Shows the server's sentence at the body that it is about. */
function ServerRefusal({ refusal }: { refusal: Refusal | null }) {
  const { setError } = useFormContext<DownlinkValues>()
  useEffect(() => {
    if (refusal) setError(refusal.type, { type: 'server', message: refusal.sentence }, { shouldFocus: true })
  }, [refusal, setError])
  return null
}

function SubmitButton({ obstacle }: { obstacle: (type: DownlinkType) => string | null }) {
  const translate = useTranslate()
  const type = useWatch<DownlinkValues, 'type'>({ name: 'type' })
  const { isSubmitting } = useFormState()
  const reason = obstacle(type)
  return (
    <ReasonButton
      type="submit"
      variant="contained"
      loading={isSubmitting && reason === null}
      reason={reason}
      aria-keyshortcuts="Control+Enter Meta+Enter"
      onMouseDown={keepFocus}
    >
      {translate('messages.create.submit')}
    </ReasonButton>
  )
}

/** Writes a message to a device and schedules it. Spec 2, sections 2 and 5. */
export function DownlinkForm({ device }: { device: Device }) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const spaceport = useSpaceport()
  const showFailure = useFailureToast()
  const spaceId = useSpaceId()
  const obstacle = useObstacle(device)
  const draftKey = useDraftKey('messages', `to-${device.id}`)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [codec] = useState(() => downlinkCodec(device.id))
  const [type] = useState(rememberedType)
  const mounted = useRef(true)

  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])

  const schedule = async (message: MessageCreate) => {
    if (obstacle.ofType(message.type) !== null) return false
    setRefusal(null)
    try {
      if (wasDenied(await spaceport.scheduleMessage(message))) return false
    } catch (error) {
      if (error instanceof ApiError && error.status === 400)
        setRefusal({ type: message.type, sentence: error.message.replace(/^body /, '') })
      else showFailure(error)
      throw error
    }
    toast({
      kind: 'success',
      title: translate('messages.create.done'),
      description: translate('messages.create.waits'),
    })
    if (mounted.current) void navigate(`/space/${spaceId}/messages?deviceId=${device.id}`)
    return true
  }

  return (
    <Section>
      {obstacle.ofDevice && (
        <Alert severity="warning" sx={{ mb: 3 }}>
          {obstacle.ofDevice}
        </Alert>
      )}
      <DraftForm
        draftKey={draftKey}
        initial={codec.toForm({ type, body: DEFAULT_BODIES[type] })}
        schema={downlinkSchema}
        codec={codec}
        // The type is remembered by itself.
        secrets={['type']}
        onSubmit={schedule}
      >
        <ServerRefusal refusal={refusal} />
        <Stack sx={{ gap: 2.5, alignItems: 'stretch' }}>
          <TypeInput />
          <BodyInput />
          <Stack direction="row" sx={{ alignItems: 'center', gap: 2 }}>
            <SubmitButton obstacle={obstacle.ofType} />
            <Typography variant="body2" color="text.secondary" sx={{ display: { xs: 'none', sm: 'block' } }}>
              {translate('messages.create.shortcut')}
            </Typography>
          </Stack>
        </Stack>
      </DraftForm>
    </Section>
  )
}
