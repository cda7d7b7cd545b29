import FineIcon from '@mui/icons-material/CheckCircleOutlined'
import { Box, Button, Typography } from '@mui/material'
import { useState } from 'react'
import { LIST_LIMIT } from '#contract/common'
import { type Overview, SHOWN_MAX } from '#contract/overview'
import { Loaded, Section } from '../../components/page'
import { useNumberText } from '../../numbers'
import { AttentionLine, Lines, More } from './AttentionLine'
import { useRoom } from './Kiosk'
import { useTranslate } from './texts'
import { useAttention } from './useOverview'

/** Number of further lines that each click shows. */
const MORE = 100

/** Says that nothing needs attention. */
function Fine() {
  const translate = useTranslate()
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, py: 1 }}>
      <FineIcon color="success" sx={{ fontSize: 48 }} />
      <div>
        <Typography variant="h2" component="p">
          {translate('overview.attention.fine')}
        </Typography>
        <Typography color="text.secondary">{translate('overview.attention.fineHint')}</Typography>
      </div>
    </Box>
  )
}

/** The snoozed lines, loaded on demand. */
function SnoozedLines({ count }: { count: number }) {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const query = useAttention({ limit: LIST_LIMIT, snoozed: true }, isOpen)
  return (
    <Box sx={{ mt: 1 }}>
      <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {translate('overview.snooze.title', { smart_count: count })}
      </Button>
      {isOpen && (
        <Loaded query={query}>
          {(lines) => (
            <Lines>
              {lines.map((line) => (
                <AttentionLine key={line.kind + line.subject.id} line={line} />
              ))}
            </Lines>
          )}
        </Loaded>
      )}
    </Box>
  )
}

/** The lines that need attention: each leads to its subject, and can be snoozed. */
export function AttentionSection({ attention }: Pick<Overview, 'attention'>) {
  const translate = useTranslate()
  const number = useNumberText()
  const { count, snoozed_count } = attention
  const [limit, setLimit] = useState(SHOWN_MAX)
  const more = useAttention({ limit, snoozed: false }, limit > SHOWN_MAX)
  const room = useRoom()
  const isKiosk = room !== undefined
  const lines = (limit > SHOWN_MAX ? (more.data ?? attention.lines) : attention.lines).slice(0, room)
  return (
    <Section
      title={translate('overview.attention.title')}
      actions={
        count > 0 && (
          <Typography
            color="text.secondary"
            aria-label={translate('overview.attention.count', { smart_count: count })}
          >
            {number(count)}
          </Typography>
        )
      }
    >
      {count === 0 ? (
        <Fine />
      ) : (
        <Lines>
          {lines.map((line) => (
            <AttentionLine key={line.kind + line.subject.id} line={line} />
          ))}
        </Lines>
      )}
      {isKiosk && <More count={count - lines.length} />}
      {!isKiosk && lines.length < count && limit < LIST_LIMIT && (
        <Button size="small" onClick={() => setLimit(Math.min(LIST_LIMIT, limit + MORE))}>
          {translate('overview.attention.more')}
        </Button>
      )}
      {!isKiosk && snoozed_count > 0 && <SnoozedLines count={snoozed_count} />}
    </Section>
  )
}
