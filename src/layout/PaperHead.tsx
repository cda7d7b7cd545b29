import { styled } from '@mui/material'
import { formatDateTime, serverNow, useClock, zoneText } from '../clock'
import { useConfig } from '../config'
import { useCurrentSpace } from '../dataProvider/account'

const Head = styled('div')({
  display: 'flex',
  justifyContent: 'space-between',
  gap: 24,
  paddingBottom: 8,
  marginBottom: 16,
  borderBottom: '1px solid',
  fontSize: '0.8125rem',
  '& > :last-child': { textAlign: 'end' },
  '& div': { overflowWrap: 'anywhere' },
})

/** Header of a printed page: its source and the time of printing. */
export default function PaperHead() {
  const { productName } = useConfig()
  const space = useCurrentSpace()?.name
  const clock = useClock()
  const now = serverNow()
  return (
    <Head>
      <div>
        <strong>{[space, productName].filter(Boolean).join(' – ')}</strong>
        <div>{window.location.href}</div>
      </div>
      <div>
        <div>{formatDateTime(now, clock)}</div>
        <div>{zoneText(clock.zone, now)}</div>
      </div>
    </Head>
  )
}
