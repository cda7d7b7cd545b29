import { Alert } from '@mui/material'
import { useState } from 'react'
import { DAY, MINUTE } from '#contract/common/durations'
import type { Space } from '#contract/spaces'
import { formatRelative, tagOf, useClock } from '../../clock'
import { parseTime, useNow } from '../value/TimeText'
import { useTranslate } from './texts'

/** Milliseconds before the end from which a person is reminded of it. */
const SOON = 14 * DAY

/** The notices that the person has closed since the console was opened, by what they said. */
const closed = new Set<string>()

/** Reminds a person that their access to the space ends soon, or that they see only a part of the space. */
export default function AccessNotice({ space: { id, user_ends_at, user_tags } }: { space: Space }) {
  const translate = useTranslate()
  const clock = useClock()
  const now = useNow(MINUTE)
  const said = [id, user_ends_at, ...user_tags.map((tag) => tag.id)].join()
  const [closedNow, close] = useState('')
  const end = parseTime(user_ends_at)
  const endsSoon = end !== null && end > now && end - now < SOON
  const tags = new Intl.ListFormat(tagOf(clock.locale), { type: 'disjunction' })
  const sentences = [
    ...(endsSoon ? [translate('access.notice.ends', { time: formatRelative(end, now, clock) })] : []),
    ...(user_tags.length > 0
      ? [
          translate('access.notice.tags', {
            smart_count: user_tags.length,
            tags: tags.format(user_tags.map(({ name }) => name)),
          }),
        ]
      : []),
  ]
  if (sentences.length === 0 || closed.has(said) || closedNow === said) return null
  return (
    <Alert
      severity={endsSoon ? 'warning' : 'info'}
      role="status"
      onClose={() => {
        closed.add(said)
        close(said)
      }}
      closeText={translate('access.notice.close')}
      sx={{ mb: 2 }}
    >
      {sentences.join(' ')}
    </Alert>
  )
}
