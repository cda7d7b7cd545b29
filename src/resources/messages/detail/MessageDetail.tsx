import { Button, TextField } from '@mui/material'
import type { Message } from '#contract/messages'
import { BodyView } from '../../../components/json'
import { PageHeader, Section, useCopy } from '../../../components/page'
import { MessageConnectors } from '../../../components/routing/MessageConnectors'
import { useSpaceId } from '../../../dataProvider/SpaceProvider'
import { useTranslate } from '../../../i18n/translate'
import { PreviousLink } from '../compare/PreviousLink'
import { CancelButton } from './CancelButton'
import { EventsSection } from './EventsSection'
import { deviceNameOf, MessageFields } from './MessageFields'
import { Neighbours } from './Neighbours'

/** Header, fields, body, events and raw text of a message. */
export function MessageDetail({ message }: { message: Message }) {
  const translate = useTranslate()
  const copy = useCopy()
  const list = `/space/${useSpaceId()}/messages`
  const { direction, type, down_state, device_id, body, raw } = message
  const device = deviceNameOf(message)
  return (
    <>
      <PageHeader
        title={translate(`messages.detail.title.${direction}`, {
          type: translate(`messages.types.${type}`),
          device,
        })}
        parents={[
          { label: translate('layout.sections.messages'), to: list },
          { label: device, to: `${list}?deviceId=${device_id}` },
        ]}
        actions={
          <>
            <Neighbours message={message} />
            <PreviousLink message={message} />
            {direction === 'down' && down_state === 'pending' && <CancelButton message={message} />}
          </>
        }
      />
      <Section
        title={translate('messages.detail.details')}
        actions={
          <Button size="small" onClick={() => copy(JSON.stringify(message, null, 2))}>
            {translate('messages.detail.copyMessage')}
          </Button>
        }
      >
        <MessageFields message={message} />
      </Section>
      <Section title={translate('messages.body')}>
        <BodyView text={body} label={translate('messages.body')} />
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
