import { Alert, Stack, Typography } from '@mui/material'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { useNavigate, useParams } from 'react-router-dom'
import type { Device } from '#contract/devices'
import {
  allowsDownlinks,
  type DownlinkType,
  downlinkPermission,
  type Message,
  type MessageCreate,
  messagesApi,
} from '#contract/messages'
import { NextContact } from '../../../components/contact/Contact'
import { msg as contactMsg } from '../../../components/contact/texts'
import { useDraftKey } from '../../../components/draft/drafts'
import { DraftForm, keepFocus } from '../../../components/form'
import {
  Loaded,
  PageHeader,
  ReasonButton,
  Section,
  TimeText,
  useFailureToast,
} from '../../../components/page'
import { Parents } from '../../../components/page/Parents'
import { useHasKeys } from '../../../components/shortcuts/useShortcut'
import { useTags } from '../../../components/tags/useTags'
import { toast } from '../../../components/toast/toasts'
import { fieldLabel } from '../../../components/words/fieldLabel'
import { usePermission } from '../../../dataProvider/account'
import { ApiError } from '../../../dataProvider/client'
import { useGetOne, useSpaceport } from '../../../dataProvider/queries'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { msg, useTranslate } from '../texts'
import { DEFAULT_BODIES, type DownlinkValues, downlinkCodec, downlinkSchema } from './codec'
import { BodyInput, ExpiryInput, rememberedType, TypeInput } from './DownlinkInputs'

const LAST_SEEN = fieldLabel('devices', 'last_seen')

/** Says why the person cannot send messages to the device; null if they can. Rules, "Roles and permissions". */
function useObstacle(device: Device) {
  const translate = useTranslate()
  const tags = useTags()
  const permitted: Record<DownlinkType, boolean> = {
    config: usePermission(downlinkPermission('config', 'create')),
    data: usePermission(downlinkPermission('data', 'create')),
    shell: usePermission(downlinkPermission('shell', 'create')),
  }
  const own = tags?.filter(({ id }) => device.tags.some((tag) => tag.id === id))
  const ofTags = own && !allowsDownlinks(own) ? translate('messages.create.noDownlinks') : null
  const ofDevice = device.moved_at ? translate(contactMsg('contact.movedAway')) : ofTags
  return {
    /** Applies to every type. */
    ofDevice,
    ofType: (type: DownlinkType) => ofDevice ?? (permitted[type] ? null : translate('common.notPermitted')),
  }
}

/** Whether the server refused the body of a message. */
const isRefusal = (error: unknown) => error instanceof ApiError && error.status === 400

type Attempt = UseMutationResult<Message, Error, MessageCreate>

/** Shows the server's error at the refused body. */
function ServerRefusal({ error, variables }: Pick<Attempt, 'error' | 'variables'>) {
  const { setError } = useFormContext<DownlinkValues>()
  useEffect(() => {
    if (!variables || !error || !isRefusal(error)) return
    const [, field = 'body', message = error.message] = /^(body|expires_at) (.*)$/s.exec(error.message) ?? []
    const name = field === 'expires_at' ? field : variables.type
    setError(name, { type: 'server', message }, { shouldFocus: true })
  }, [error, variables, setError])
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

/** Writes a message and schedules it. Rules, "Downlinks". */
function DownlinkForm({ device }: { device: Device }) {
  const translate = useTranslate()
  const hasKeys = useHasKeys()
  const navigate = useNavigate()
  const { ask } = useSpaceport()
  const showFailure = useFailureToast()
  const addresses = useAddresses()
  const obstacle = useObstacle(device)
  const draftKey = useDraftKey('messages', `to-${device.id}`)
  const codec = downlinkCodec(device.id)
  const type = rememberedType()
  const { mutateAsync, error, variables } = useMutation({
    mutationFn: (body: MessageCreate) => ask(messagesApi.create, { body }),
    onSuccess: () =>
      toast({
        kind: 'success',
        title: translate('messages.create.done'),
        description: translate('messages.create.waits'),
      }),
    onError: (error) => {
      if (!isRefusal(error)) showFailure(error)
    },
  })

  const schedule = async (message: MessageCreate) => {
    if (obstacle.ofType(message.type) !== null) return false
    await mutateAsync(message, {
      // Does not run after the page is left. Back leads to the previous page instead of the form.
      onSuccess: () => void navigate(addresses.list('messages', { deviceId: device.id }), { replace: true }),
    })
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
        // The type is stored separately.
        secrets={['type']}
        onSubmit={schedule}
        draftNotice={msg('messages.create.draft')}
      >
        <ServerRefusal error={error} variables={variables} />
        <Stack sx={{ gap: 2.5, alignItems: 'stretch' }}>
          <TypeInput />
          <BodyInput />
          <ExpiryInput />
          <Stack direction="row" sx={{ alignItems: 'center', gap: 2 }}>
            <SubmitButton obstacle={obstacle.ofType} />
            {hasKeys && (
              <Typography variant="body2" color="text.secondary">
                {translate('messages.create.shortcut')}
              </Typography>
            )}
          </Stack>
        </Stack>
      </DraftForm>
    </Section>
  )
}

function CreateMessage({ device }: { device: Device }) {
  const translate = useTranslate()
  const addresses = useAddresses()
  return (
    <>
      <PageHeader
        title={translate('messages.create.titleOf', { name: device.name })}
        parents={
          <Parents
            of={[
              { label: translate('layout.titles.devices'), to: addresses.list('devices') },
              { label: device.name, to: addresses.record('devices', device.id) },
            ]}
          />
        }
      >
        <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }}>
          <span>{translate(LAST_SEEN)}</span>: <TimeText value={device.last_seen} relative />
          <br />
          <NextContact device={device} />
        </Typography>
      </PageHeader>
      <DownlinkForm device={device} />
    </>
  )
}

/** Milliseconds between two polls of the device's last uplink; a hidden page does not poll. */
const POLL = { refetchInterval: 15_000 }

/** Schedules a downlink for a device. Rules, "Downlinks". */
export default function CreateMessagePage() {
  const { deviceId = '' } = useParams()
  const query = useGetOne('devices', { id: deviceId }, POLL)
  return <Loaded query={query}>{(device) => <CreateMessage key={device.id} device={device} />}</Loaded>
}
