import { Box, Typography } from '@mui/material'
import { useState } from 'react'
import { DAY } from '#contract/common/durations'
import { type GuestLink, guestLinksApi } from '#contract/guestLinks'
import { useAnswer, useAnswers } from '../../dataProvider/answers'
import { useSpaceport } from '../../dataProvider/queries'
import { SpaceProvider } from '../../dataProvider/SpaceProvider'
import { EndText } from '../access/EndText'
import { ConfirmDialog, Loaded, PermissionButton, Section, useFailureToast } from '../page'
import { toast } from '../toast/toasts'
import { StateText } from '../value/StateText'
import { RelativeTime } from '../value/TimeText'
import { hoursOf, useShowsText } from './Shows'
import { useTranslate } from './texts'

function Revoke({ link }: { link: GuestLink }) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const { invalidate } = useAnswers()
  const onError = useFailureToast()
  const [asking, setAsking] = useState(false)
  const revoke = async () => {
    try {
      await ask(guestLinksApi.revoke, { params: { guestLinkId: link.id } })
      toast({ kind: 'success', title: translate('guestLinks.list.revoked') })
    } catch (error) {
      onError(error)
    }
    setAsking(false)
    await invalidate(guestLinksApi.list)
  }
  return (
    <>
      <PermissionButton
        permission={guestLinksApi.revoke.permission}
        size="small"
        onClick={() => setAsking(true)}
      >
        {translate('guestLinks.list.revoke')}
      </PermissionButton>
      <ConfirmDialog
        open={asking}
        title={translate('guestLinks.list.revokeTitle', { name: link.device_name })}
        confirmLabel={translate('guestLinks.list.revoke')}
        onConfirm={revoke}
        onClose={() => setAsking(false)}
      >
        {translate('guestLinks.list.revokeText')}
      </ConfirmDialog>
    </>
  )
}

function Line({ link }: { link: GuestLink }) {
  const translate = useTranslate()
  const showsText = useShowsText()
  const { device_name, shows, state, ends_at, views, last_viewed_at, created_by } = link
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flexGrow: 1, minWidth: 220 }}>
        <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{device_name}</Typography>
        <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
          {`${showsText(hoursOf(shows))} · ${translate('guestLinks.list.by', { name: created_by })}`}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          <span>
            {views === 0
              ? translate('guestLinks.list.never')
              : translate('guestLinks.list.views', { smart_count: views })}
          </span>
          {last_viewed_at && (
            <span>
              {', '}
              <RelativeTime value={last_viewed_at} />
            </span>
          )}
        </Typography>
      </Box>
      {state === 'withdrawn' ? (
        <Typography variant="body2" component="div">
          <StateText tone="warning">{translate('guestLinks.list.withdrawn', { name: created_by })}</StateText>
        </Typography>
      ) : (
        <Typography variant="body2" component="div">
          <EndText value={ends_at} soon={DAY} />
        </Typography>
      )}
      <Revoke link={link} />
    </Box>
  )
}

function List() {
  const translate = useTranslate()
  const query = useAnswer(guestLinksApi.list, {})
  return (
    <Section title={translate('guestLinks.title')}>
      <Loaded query={query}>
        {(links) =>
          links.length === 0 ? (
            <Typography color="text.secondary">{translate('guestLinks.none')}</Typography>
          ) : (
            <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {links.map((link) => (
                <Line key={link.id} link={link} />
              ))}
            </Box>
          )
        }
      </Loaded>
    </Section>
  )
}

/** The guest links of a space, on the space's own page. Rules, "Guest links". */
export default function GuestLinks({ spaceId }: { spaceId: string }) {
  return (
    <SpaceProvider key={spaceId} spaceId={spaceId}>
      <List />
    </SpaceProvider>
  )
}
