import { Box, styled, Typography } from '@mui/material'
import { type ReactNode, useId } from 'react'
import { MOVED_MESSAGES_MAX, type MoveEffects } from '#contract/devices/handover'
import { TagChips } from '../../../components/page'
import { useTranslate } from './texts'

const List = styled('ul')(({ theme }) => ({
  ...theme.typography.body2,
  margin: 0,
  paddingInlineStart: theme.spacing(2.5),
  display: 'grid',
  gap: theme.spacing(0.75),
  overflowWrap: 'anywhere',
}))

function Group({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ mt: 2 }}>
      <Typography id={titleId} variant="subtitle2" component="h3" sx={{ mb: 0.5 }}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}

/** A label and names; nothing if there are no names. */
function Names({ text, names }: { text: string; names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <li>
      {text}: <strong>{names.join(', ')}</strong>
    </li>
  )
}

const named = (things: readonly { name: string }[]) => things.map(({ name }) => name)

function Losses({ effects }: { effects: MoveEffects }) {
  const translate = useTranslate()
  const space = effects.space.name
  const { lost_tags, lost_connectors, lost_rules, lost_keys } = effects
  const { lost_variables, cancelled_downlinks, cancelled_jobs } = effects
  const counts = [
    ['variables', lost_variables],
    ['downlinks', cancelled_downlinks],
    ['jobs', cancelled_jobs],
  ] as const
  const isNone =
    [lost_tags, lost_connectors, lost_rules, lost_keys].every(({ length }) => length === 0) &&
    counts.every(([, count]) => count === 0)
  if (isNone) return <Typography variant="body2">{translate('devices.move.nothingLost')}</Typography>
  return (
    <List>
      {lost_tags.length > 0 && (
        <li>
          <span>{translate('devices.move.lost.tags', { space })}</span>: <TagChips tags={lost_tags} />
        </li>
      )}
      <Names text={translate('devices.move.lost.connectors')} names={named(lost_connectors)} />
      <Names text={translate('devices.move.lost.rules')} names={named(lost_rules)} />
      <Names text={translate('devices.move.lost.keys')} names={lost_keys} />
      {counts.map(
        ([name, count]) =>
          count > 0 && <li key={name}>{translate(`devices.move.lost.${name}`, { smart_count: count })}</li>,
      )}
    </List>
  )
}

function MessageTexts({ effects }: { effects: MoveEffects }) {
  const translate = useTranslate()
  const { messages, space, lost_tags, kept_tags } = effects
  const isTagged = lost_tags.length + kept_tags.length > 0
  const stay =
    messages > MOVED_MESSAGES_MAX
      ? translate('devices.move.messages.manyStay', { count: MOVED_MESSAGES_MAX })
      : translate('devices.move.messages.stay', { smart_count: messages })
  return (
    <Typography variant="body2">
      <span>{messages === 0 ? translate('devices.move.messages.none') : stay}</span>{' '}
      {messages > 0 && isTagged && <span>{`${translate('devices.move.messages.untagged')} `}</span>}
      <span>{translate('devices.move.messages.next', { space: space.name })}</span>
    </Typography>
  )
}

/** Effects of a move: lost things, kept things, and where the messages stay. */
export function Effects({ effects }: { effects: MoveEffects }) {
  const translate = useTranslate()
  const space = effects.space.name
  return (
    <>
      <Group title={translate('devices.move.losses')}>
        <Losses effects={effects} />
      </Group>
      <Group title={translate('devices.move.gains')}>
        <List>
          <li>{translate('devices.move.gained.self')}</li>
          <Names text={translate('devices.move.gained.variables')} names={effects.variables} />
          {effects.kept_tags.length > 0 && (
            <li>
              <span>{translate('devices.move.gained.tags', { space })}</span>:{' '}
              <TagChips tags={effects.kept_tags} />
            </li>
          )}
          <Names
            text={translate('devices.move.gained.connectors', { space })}
            names={named(effects.new_connectors)}
          />
          <Names text={translate('devices.move.gained.rules', { space })} names={named(effects.new_rules)} />
        </List>
      </Group>
      <Group title={translate('devices.move.messages.title')}>
        <MessageTexts effects={effects} />
      </Group>
      {effects.series > 0 && (
        <Group title={translate('devices.move.histories.title')}>
          <Typography variant="body2">
            {translate('devices.move.histories.stay', { smart_count: effects.series, space })}
          </Typography>
        </Group>
      )}
    </>
  )
}
