import TestIcon from '@mui/icons-material/ScienceOutlined'
import { Divider, Menu, MenuItem } from '@mui/material'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Connector } from '#contract/connectors'
import { isOfType, type Message } from '#contract/messages'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { PermissionButton } from '../page'
import { useConnectors } from './RouteList'
import { msg, useTranslate } from './texts'

interface ItemsProps {
  message: Pick<Message, 'id' | 'type' | 'direction'>
  anchor: HTMLElement
  onClose: () => void
}

/** The connectors of the space; those for messages of this type and direction come first. */
function ConnectorMenu({ message: { id, type, direction }, anchor, onClose }: ItemsProps) {
  const translate = useTranslate()
  const addresses = useAddresses()
  const { data, error, isPending } = useConnectors()
  const isFor = (connector: Connector) =>
    connector.direction === direction && isOfType(type, connector.triggers)
  const fitting = data?.filter(isFor) ?? []
  const others = data?.filter((connector) => !isFor(connector)) ?? []
  const instead = error
    ? msg('routing.test.failed')
    : isPending
      ? 'common.loading'
      : msg('routing.noConnectors')
  const item = ({ id: connectorId, name }: Connector) => (
    <MenuItem key={connectorId} component={Link} to={addresses.preview(connectorId, id)} onClick={onClose}>
      {name}
    </MenuItem>
  )
  return (
    <Menu open anchorEl={anchor} onClose={onClose}>
      {fitting.map(item)}
      {fitting.length > 0 && others.length > 0 && <Divider component="li" />}
      {others.map(item)}
      {fitting.length + others.length === 0 && <MenuItem disabled>{translate(instead)}</MenuItem>}
    </Menu>
  )
}

/** Lets a person choose a connector and opens its preview with the message. */
export function TestMenu({ message }: Pick<ItemsProps, 'message'>) {
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <PermissionButton
        permission="space:connector:update"
        size="small"
        startIcon={<TestIcon />}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {translate('routing.test.label')}
      </PermissionButton>
      {anchor && <ConnectorMenu message={message} anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  )
}
