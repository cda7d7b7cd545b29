import { Box, ListItemButton, styled, Typography } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import type { Notice } from '#contract/notices'
import { spaceAddresses } from '../../addresses'
import { LoadingButton } from '../../components/action/LoadingButton'
import { DialogPopover } from '../../components/dialog/DialogPopover'
import { LoadFailed, RelativeTime, StateText } from '../../components/page'
import { useTranslate } from '../../i18n/translate'
import { useNotices, useRead, useSeen } from './useNotices'

const List = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: theme.spacing(0, -2),
  padding: 0,
  '& > li': { borderTop: `1px solid ${theme.palette.divider}` },
}))

/** The first names of an alert's devices or connectors, and the number of others. */
function useAboutText() {
  const translate = useTranslate()
  return ({ device_count, connector_count, names: first }: Notice) => {
    const names = first.join(', ')
    const more = device_count + connector_count - first.length
    if (names === '')
      return connector_count > 0
        ? translate('layout.notices.connectors', { smart_count: connector_count })
        : translate('layout.notices.devices', { smart_count: device_count })
    return more > 0 ? translate('layout.notices.more', { names, smart_count: more }) : names
  }
}

interface NoticeLineProps {
  notice: Notice
  isNew: boolean
  onClose: () => void
}

function NoticeLine({ notice, isNew, onClose }: NoticeLineProps) {
  const { space_id, space_name, alert_id, rule_name, event, is_assigned, at, created_at } = notice
  const translate = useTranslate()
  const devices = useAboutText()(notice)
  const line = translate('layout.notices.line', { rule: rule_name, space: space_name, devices })
  return (
    <ListItemButton
      component={Link}
      to={spaceAddresses(space_id).record('alerts', alert_id)}
      onClick={onClose}
      sx={{
        display: 'block',
        px: 2,
        py: 1,
        borderInlineStart: 3,
        borderColor: isNew ? 'primary.main' : 'transparent',
      }}
    >
      {isNew && <span style={visuallyHidden}>{translate('layout.notices.isNew')} </span>}
      <Box component="span" sx={{ fontWeight: isNew ? 600 : 400, overflowWrap: 'anywhere' }}>
        {line}
      </Box>
      <Typography component="span" variant="body2" color="text.secondary" sx={{ display: 'block' }}>
        <StateText tone={event === 'opened' ? 'bad' : 'good'}>
          {translate(
            is_assigned && event === 'opened' ? 'layout.notices.assigned' : `layout.notices.events.${event}`,
          )}
        </StateText>
        {', '}
        <RelativeTime value={at ?? created_at} />
      </Typography>
    </ListItemButton>
  )
}

/** Marks all notices as read, including those not shown. */
function ReadAllButton() {
  const translate = useTranslate()
  const { mutate, isPending } = useRead()
  return (
    <LoadingButton size="small" loading={isPending} onClick={() => mutate(null)}>
      {translate('layout.notices.readAll')}
    </LoadingButton>
  )
}

function Notices({ unread, onClose }: Omit<NoticePanelProps, 'anchor'>) {
  const translate = useTranslate()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useNotices()
  const notices = useMemo(() => data?.pages.flat() ?? [], [data])
  const isNew = useSeen(notices)
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <Typography role="status" color="text.secondary">
        {translate('layout.notices.loading')}
      </Typography>
    )
  if (notices.length === 0)
    return <Typography color="text.secondary">{translate('layout.notices.none')}</Typography>
  return (
    <>
      {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
      <List aria-label={translate('layout.notices.title')}>
        {notices.map((notice) => (
          <li key={notice.id}>
            <NoticeLine notice={notice} isNew={isNew(notice)} onClose={onClose} />
          </li>
        ))}
      </List>
      {hasNextPage && (
        <Box sx={{ display: 'flex', justifyContent: 'space-between', flexWrap: 'wrap' }}>
          <LoadingButton size="small" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {translate('layout.notices.older')}
          </LoadingButton>
          {Boolean(unread) && <ReadAllButton />}
        </Box>
      )}
    </>
  )
}

interface NoticePanelProps {
  anchor: HTMLElement
  /** Number of unread notices. */
  unread: number | undefined
  onClose: () => void
}

/** The person's newest notices, from all spaces. Shown notices count as read. */
export default function NoticePanel({ anchor, unread, onClose }: NoticePanelProps) {
  const translate = useTranslate()
  return (
    <DialogPopover anchor={anchor} label={translate('layout.notices.title')} side="right" onClose={onClose}>
      <Box sx={{ width: 'min(400px, calc(100vw - 64px))' }}>
        <Typography component="h2" sx={{ mb: 1.5, fontWeight: 600 }}>
          {translate('layout.notices.title')}
        </Typography>
        <Notices unread={unread} onClose={onClose} />
      </Box>
    </DialogPopover>
  )
}
