import { Box, Button, Typography } from '@mui/material'
import { useGetOne } from 'react-admin'
import { Link, useParams } from 'react-router-dom'
import type { Device } from '#contract/devices'
import { NextContact } from '../../components/contact/Contact'
import { Loaded, PageHeader } from '../../components/page'
import { useSpaceId } from '../../dataProvider/SpaceProvider'
import { useTranslate } from '../../i18n/translate'
import { TOP_BAR_HEIGHT } from '../../theme/theme'
import { Shell } from './Shell'
import { SHELL_LIMIT, useShell } from './useShell'

/** Height in px below which the page scrolls instead of getting smaller. */
const HEIGHT_MIN = 480

function Console({ device: { id, name } }: { device: Device }) {
  const translate = useTranslate()
  const space = `/space/${useSpaceId()}`
  const devices = `${space}/devices`
  const { query, conversation, send, cancel } = useShell(id)
  return (
    <Box
      sx={({ spacing }) => ({
        '--frame': { xs: spacing(4), md: spacing(6) },
        display: 'flex',
        flexDirection: 'column',
        gap: 1.5,
        height: `calc(100dvh - ${TOP_BAR_HEIGHT}px - var(--frame) - var(--banner-height, 0px))`,
        minHeight: HEIGHT_MIN,
        '& > header': { mb: 0 },
      })}
    >
      <PageHeader
        title={translate('console.title')}
        parents={[
          { label: translate('devices.title'), to: devices },
          { label: name, to: `${devices}/${id}` },
        ]}
        actions={
          <Button component={Link} to={`${space}/messages?deviceId=${id}`} variant="outlined">
            {translate('console.messages')}
          </Button>
        }
      >
        <Typography component="div" variant="body2" color="text.secondary" sx={{ mt: 1 }}>
          <NextContact deviceId={id} />
        </Typography>
      </PageHeader>
      <Loaded query={{ ...query, data: conversation && { id, conversation } }}>
        {({ conversation }) => (
          <Shell
            deviceId={id}
            conversation={conversation}
            isCut={query.data?.length === SHELL_LIMIT}
            onSend={send}
            onCancel={cancel}
          />
        )}
      </Loaded>
    </Box>
  )
}

/** Shell commands to a device and its answers. Spec 2, sections 2, 4, 5 and 9. */
export default function ConsolePage() {
  const { deviceId = '' } = useParams()
  const query = useGetOne<Device>('devices', { id: deviceId })
  return <Loaded query={query}>{(device) => <Console key={device.id} device={device} />}</Loaded>
}
