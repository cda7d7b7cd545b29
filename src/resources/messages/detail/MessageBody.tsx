import HistoryIcon from '@mui/icons-material/ShowChart'
import { Button, IconButton } from '@mui/material'
import { useMemo, useState } from 'react'
import type { Message } from '#contract/messages'
import { seriesApi } from '#contract/series'
import { SERIES_CAPABILITY } from '#contract/series/capability'
import { pointerOf, seriesIn } from '#contract/series/readings'
import { shownOf } from '#contract/series/shown'
import { BodyView, parseJson, type ToolsOf } from '../../../components/json'
import { lazyPart, PartFrame } from '../../../components/lazyPart'
import { PARSED_MAX } from '../../../components/message/summary'
import { useSettings } from '../../../components/series/settings/useSettings'
import { ValueActions } from '../../../components/series/settings/ValueActions'
import { useCapability } from '../../../config'
import { usePermission } from '../../../dataProvider/account'
import { useGetOne } from '../../../dataProvider/queries'
import { useTranslate } from '../texts'

const ValueHistory = lazyPart(() => import('../../../components/series/ValueHistory'))

/** Series of the numbers in a message, by their pointers in the body, and their names and units. */
function useSeries({ body, created_at, measured_at, device_id, direction, type }: Message) {
  const isKept = direction === 'up' && type === 'data'
  const isOffered = useCapability(SERIES_CAPABILITY)
  const mayRead = usePermission(seriesApi.points.permission) && isOffered && isKept
  const settings = useSettings().data?.series
  const { data: device } = useGetOne('devices', { id: device_id }, { enabled: mayRead })
  const tags = device?.tags
  return useMemo(() => {
    const value = mayRead && body !== null && body.length <= PARSED_MAX ? parseJson(body) : undefined
    if (value === undefined) return null
    const paths = seriesIn(value, Date.parse(measured_at ?? created_at), Date.parse(created_at))
    const tagIds = tags?.map(({ id }) => id) ?? []
    return {
      paths,
      tags: tags ?? [],
      device,
      shown: shownOf([...new Set(paths.values())], settings ?? [], tagIds),
    }
  }, [mayRead, body, created_at, measured_at, settings, tags, device])
}

/** Body of a message; each of its numbers can be pinned, and has a history. */
export function MessageBody({ message }: { message: Message }) {
  const translate = useTranslate()
  const series = useSeries(message)
  const [opened, setOpened] = useState<string | null>(null)
  const labelOf = (path: string) => series?.shown.get(path)?.label ?? path
  const toolsOf: ToolsOf = (keys, place) => {
    const path = series?.paths.get(pointerOf(keys))
    if (!series || path === undefined) return null
    const label = labelOf(path)
    const open = () => setOpened(path)
    if (place === 'bar')
      return (
        <>
          <Button size="small" startIcon={<HistoryIcon />} onClick={open}>
            {translate('messages.detail.history')}
          </Button>
          <ValueActions path={path} label={label} tags={series.tags} device={series.device} />
        </>
      )
    const name = translate('messages.detail.historyOf', { name: label })
    return (
      <>
        <IconButton
          size="small"
          tabIndex={-1}
          aria-label={name}
          title={name}
          onClick={open}
          sx={{ p: '1px', ml: 1.5, flexShrink: 0, color: 'text.secondary' }}
        >
          <HistoryIcon fontSize="inherit" />
        </IconButton>
        <ValueActions path={path} label={label} tags={series.tags} device={series.device} isInRow />
      </>
    )
  }
  const close = () => setOpened(null)
  return (
    <>
      <BodyView text={message.body} label={translate('messages.body')} toolsOf={toolsOf} />
      {opened !== null && (
        <PartFrame onClose={close}>
          <ValueHistory
            key={opened}
            path={opened}
            label={labelOf(opened)}
            unit={series?.shown.get(opened)?.unit ?? null}
            deviceId={message.device_id}
            deviceName={series?.device?.name}
            at={Date.parse(message.measured_at ?? message.created_at)}
            onClose={close}
          />
        </PartFrame>
      )}
    </>
  )
}
