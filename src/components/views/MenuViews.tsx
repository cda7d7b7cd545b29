import { styled } from '@mui/material'
import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { devicesApi } from '#contract/devices'
import { deviceFiltersOf } from '#contract/views'
import { usePermission } from '../../dataProvider/account'
import { useAnswer } from '../../dataProvider/answers'
import { SpaceProvider, useOptionalSpaceId } from '../../dataProvider/SpaceProvider'
import { useNumberText } from '../../numbers'
import { viewIn } from '../address/view'
import { addressOf, type KnownView } from './address'
import { useTranslate } from './texts'
import { useViews } from './useViews'

/** Views of a list that the menu shows before all are asked for. */
const FIRST = 5
/** How long a number of devices may be old, in milliseconds. */
const COUNTED = 300_000

const Item = styled('li')(({ theme }) => ({
  '&& > *': {
    minHeight: 32,
    paddingInlineStart: theme.spacing(5.5),
    fontWeight: 400,
    marginBlock: 0,
    justifyContent: 'space-between',
    overflowWrap: 'anywhere',
    '@media (pointer: coarse)': { minHeight: 40 },
  },
  '&& > button': { color: theme.palette.text.secondary },
  small: { color: theme.palette.text.secondary, fontVariantNumeric: 'tabular-nums' },
}))

/** Most views of a section whose devices are counted. */
const COUNTED_MAX = 20

/** The number of devices of a view; nothing until it is known. */
function DeviceCount({ filter }: Pick<KnownView, 'filter'>) {
  const translate = useTranslate()
  const numberText = useNumberText()
  const mayReadValues = usePermission('space:message:series:read')
  const all = deviceFiltersOf(filter)
  const query = mayReadValues || !all?.where?.some((text) => text.startsWith('value ')) ? all : null
  const { data } = useAnswer(devicesApi.count, {
    ...(query && { query }),
    enabled: query !== null,
    staleTime: COUNTED,
    refetchInterval: COUNTED,
    retry: false,
  })
  if (!data) return null
  return <small title={translate('views.count', { smart_count: data.count })}>{numberText(data.count)}</small>
}

interface MenuViewsProps {
  spaceId: string
  /** Names of the lists. */
  lists: readonly string[]
}

function Items({ spaceId, lists }: MenuViewsProps) {
  const translate = useTranslate()
  const { search } = useLocation()
  const { views = [] } = useViews()
  const mayCount = usePermission('space:device:read')
  const [areAllShown, setAllShown] = useState(false)
  const all = views.filter(({ list }) => lists.includes(list))
  const openId = viewIn(search)
  const rest = all.length - FIRST
  const shown = areAllShown || rest <= 1 ? all : all.filter((view, i) => i < FIRST || view.id === openId)
  return (
    <>
      {shown.map((view, place) => (
        <Item key={view.id}>
          <Link to={addressOf(spaceId, view)} aria-current={view.id === openId ? 'page' : undefined}>
            <span>{view.name}</span>
            {view.list === 'devices' && mayCount && place < COUNTED_MAX && (
              <DeviceCount filter={view.filter} />
            )}
          </Link>
        </Item>
      ))}
      {rest > 1 && (
        <Item>
          <button type="button" aria-expanded={areAllShown} onClick={() => setAllShown(!areAllShown)}>
            <span>
              {areAllShown
                ? translate('views.fewer')
                : translate('views.more', { smart_count: all.length - shown.length })}
            </span>
          </button>
        </Item>
      )}
    </>
  )
}

/** The views of a section, as items of the side menu below it; of device views with their number. */
export default function MenuViews(props: MenuViewsProps) {
  if (useOptionalSpaceId() === props.spaceId) return <Items {...props} />
  return (
    <SpaceProvider key={props.spaceId} spaceId={props.spaceId}>
      <Items {...props} />
    </SpaceProvider>
  )
}
