import { Button, styled } from '@mui/material'
import { Pagination } from '../../../../components/table'
import { useTranslate } from '../../../../i18n/translate'
import { useLive } from './LiveContext'

const Bar = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: '4px 16px',
  minHeight: 56,
  padding: '8px 16px',
  color: theme.palette.text.secondary,
}))

/** The pages of the list; while it is live, how many of the newest messages there are and where older ones are. */
export function LiveFooter() {
  const translate = useTranslate()
  const { isLive, setLive, followed } = useLive()
  if (!isLive) return <Pagination />
  return (
    <Bar>
      <span>{translate('messages.list.live.newest', { smart_count: followed.rows?.length ?? 0 })}</span>
      <Button size="small" onClick={() => setLive(false)}>
        {translate('messages.list.live.older')}
      </Button>
    </Bar>
  )
}
