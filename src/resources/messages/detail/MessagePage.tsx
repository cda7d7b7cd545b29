import { Button, TextField } from '@mui/material'
import { useState } from 'react'
import { useNotify, WithRecord } from 'react-admin'
import { DOWNLINK_TYPES, downlinkPermission, type Message, messagesApi } from '#contract/messages'
import { isOpen } from '../../../components/downlink/state'
import { deviceNameOf } from '../../../components/message/Summary'
import { msg as messageMsg } from '../../../components/message/texts'
import {
  ConfirmDialog,
  PageHeader,
  PermissionButton,
  Section,
  useCopy,
  useFailureToast,
} from '../../../components/page'
import { Parents } from '../../../components/page/Parents'
import { RecordDetails, RecordPage } from '../../../components/resource/RecordPage'
import { SameOnOthers } from '../../../components/rollouts/SameOnOthers'
import { MessageConnectors } from '../../../components/routing/MessageConnectors'
import { toast } from '../../../components/toast/toasts'
import { useAnswers } from '../../../dataProvider/answers'
import { ApiError } from '../../../dataProvider/client'
import { useSpaceport } from '../../../dataProvider/queries'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { PreviousLink } from '../compare/PreviousLink'
import { messageFields } from '../fields'
import { msg, useTranslate } from '../texts'
import { EventsSection } from './events'
import { MessageBody } from './MessageBody'
import { Neighbours } from './Neighbours'

/** Milliseconds between two polls of a downlink that waits; a hidden page does not poll. */
const POLL_INTERVAL = 5000

/** Cancels a downlink that waits, after a confirmation. If it was sent meanwhile, it reloads. Rules, "Downlinks". */
function CancelButton({ message: { id, type, down_awaits } }: { message: Message }) {
  const translate = useTranslate()
  const notify = useNotify()
  const failureToast = useFailureToast()
  const { ask } = useSpaceport()
  const { invalidate } = useAnswers()
  const [isAsking, setAsking] = useState(false)

  const cancel = async () => {
    try {
      await ask(messagesApi.update, { params: { messageId: id }, body: { down_state: 'cancelled' } })
      notify(msg('messages.detail.cancel.done'), { type: 'success' })
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) return failureToast(error)
      toast({ kind: 'error', title: translate('messages.detail.cancel.tooLate'), description: error.body })
    }
    setAsking(false)
    await invalidate(messagesApi)
  }

  return (
    <>
      <PermissionButton
        permission={downlinkPermission(type, 'delete')}
        color="error"
        variant="outlined"
        onClick={() => setAsking(true)}
      >
        {translate('messages.detail.cancel.action')}
      </PermissionButton>
      <ConfirmDialog
        open={isAsking}
        title={translate('messages.detail.cancel.title')}
        confirmLabel={translate('messages.detail.cancel.action')}
        closeLabel={translate('messages.detail.cancel.keep')}
        onConfirm={cancel}
        onClose={() => setAsking(false)}
      >
        {translate(down_awaits ? 'messages.detail.cancel.textAwaiting' : 'messages.detail.cancel.text')}
      </ConfirmDialog>
    </>
  )
}

function MessageHeader({ message }: { message: Message }) {
  const translate = useTranslate()
  const addresses = useAddresses()
  const { device_id, direction, type } = message
  const device = deviceNameOf(message)
  const kind = DOWNLINK_TYPES.find((one) => one === type)
  return (
    <PageHeader
      title={translate(`messages.detail.title.${direction}`, {
        type: translate(messageMsg(`message.types.${type}`)),
        device,
      })}
      parents={
        <Parents
          of={[
            { label: translate('layout.titles.messages'), to: addresses.list('messages') },
            { label: device, to: addresses.list('messages', { deviceId: device_id }) },
          ]}
        />
      }
      actions={
        <>
          <Neighbours message={message} />
          <PreviousLink message={message} />
          {direction === 'down' && isOpen(message) && <CancelButton message={message} />}
          {direction === 'down' && kind && (
            <SameOnOthers deviceId={device_id} done={{ kind, text: message.body }} />
          )}
        </>
      }
    />
  )
}

/** Fields, body, events and raw text of a message. */
function MessageShow({ message }: { message: Message }) {
  const translate = useTranslate()
  const copy = useCopy()
  const { raw } = message
  return (
    <>
      <RecordDetails<Message>
        fields={messageFields}
        actions={
          <Button size="small" onClick={() => copy(JSON.stringify(message, null, 2))}>
            {translate('messages.detail.copyMessage')}
          </Button>
        }
      />
      <Section title={translate('messages.body')}>
        <MessageBody message={message} />
      </Section>
      {raw && (
        <Section title={translate('messages.detail.raw')}>
          <TextField
            fullWidth
            multiline
            maxRows={12}
            value={raw}
            slotProps={{
              htmlInput: {
                readOnly: true,
                spellCheck: false,
                'aria-label': translate('messages.detail.raw'),
                style: { fontFamily: 'ui-monospace, monospace', fontSize: '0.8125rem' },
              },
            }}
          />
        </Section>
      )}
      <MessageConnectors message={message} />
      <EventsSection message={message} />
    </>
  )
}

/** One message. Rules, "Messages". */
export default function MessagePage() {
  return (
    <RecordPage
      queryOptions={{ refetchInterval: ({ state }) => state.data && isOpen(state.data) && POLL_INTERVAL }}
      header={<WithRecord<Message> render={(message) => <MessageHeader message={message} />} />}
      show={<WithRecord<Message> render={(message) => <MessageShow message={message} />} />}
    />
  )
}
