import { styled } from '@mui/material'
import { useEffect, useRef } from 'react'
import { ResourceContextProvider } from 'react-admin'
import { useLocation } from 'react-router-dom'
import { CHANGES } from '../../addresses'
import { SpaceProvider } from '../../dataProvider/SpaceProvider'
import { TOP_BAR_HEIGHT } from '../../theme/theme'
import { TableList } from '../table'
import { spaceColumns, useAuditList } from './table'
import { group, msg } from './texts'

const Place = styled('div')({ scrollMarginTop: TOP_BAR_HEIGHT + 16 })

/** Scrolls to the changes if the address asks for them. */
function usePlace() {
  const { hash } = useLocation()
  const place = useRef<HTMLDivElement>(null)
  const isAsked = hash === `#${CHANGES}`
  useEffect(() => {
    if (isAsked) place.current?.scrollIntoView({ block: 'start' })
  }, [isAsked])
  return place
}

function Changes() {
  return (
    <Place ref={usePlace()}>
      <ResourceContextProvider value="spaceAudit">
        <TableList
          isSection
          columns={spaceColumns}
          title={msg('audit.recent')}
          entity={group('audit.entity')}
          {...useAuditList()}
        />
      </ResourceContextProvider>
    </Place>
  )
}

/** The changes in a space, for its admins; filters are in the address. */
export default function RecentChanges({ spaceId }: { spaceId: string }) {
  return (
    <SpaceProvider key={spaceId} spaceId={spaceId}>
      <Changes />
    </SpaceProvider>
  )
}
