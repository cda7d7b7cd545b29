import { Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material'
import type { Message } from '#contract/messages'
import { Loaded, Section } from '../../../components/page'
import { useMessageEvents } from '../../../components/routing/MessageConnectors'
import { useTranslate } from '../../../i18n/translate'
import { EventRows } from './EventRows'

/** What happened to a message: its way to the device, and its deliveries. Spec 2, section 2. */
export function EventsSection({ message }: { message: Message }) {
  const translate = useTranslate()
  const query = useMessageEvents(message)
  return (
    <Section title={translate('messages.detail.events.title')}>
      <Loaded query={query}>
        {({ events }) =>
          events.length === 0 ? (
            translate('messages.detail.events.none')
          ) : (
            <Table
              size="small"
              aria-label={translate('messages.detail.events.title')}
              sx={{
                tableLayout: { xs: 'fixed', sm: 'auto' },
                '& td, & th': { px: { xs: 0.5, sm: 2 }, overflowWrap: 'anywhere' },
                '& th:nth-of-type(2)': { width: { xs: '42%', sm: 'auto' } },
              }}
            >
              <TableHead>
                <TableRow>
                  {['time', 'type', 'connector'].map((column) => (
                    <TableCell key={column}>{translate(`messages.detail.events.${column}`)}</TableCell>
                  ))}
                </TableRow>
              </TableHead>
              <TableBody>
                {events.map((event) => (
                  <EventRows key={event.id} event={event} />
                ))}
              </TableBody>
            </Table>
          )
        }
      </Loaded>
    </Section>
  )
}
