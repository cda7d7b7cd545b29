import { Tab, Tabs, Typography } from '@mui/material'
import { useSearchParams } from 'react-router-dom'
import type { Device } from '#contract/devices'
import { DraftOffer, EditButton, PageHeader, TimeText, useEditMode } from '../../components/page'
import { usePermission } from '../../dataProvider/account'
import { useSpaceId } from '../../dataProvider/SpaceProvider'
import { useTranslate } from '../../i18n/translate'
import { DeviceEdit } from './DeviceEdit'
import { DeviceLinks } from './DeviceLinks'
import { deviceTabs } from './tabs'

/** Header and the chosen part of a device's page. */
export function DeviceDetail({ device }: { device: Device }) {
  const translate = useTranslate()
  const { editing } = useEditMode()
  const canUpdate = usePermission('space:device:update')
  const [search, setSearch] = useSearchParams()
  const list = `/space/${useSpaceId()}/devices`

  const tabs = deviceTabs.filter(({ isShown }) => isShown?.(device) ?? true)
  const { id: tabId, Panel } = tabs.find(({ id }) => id === search.get('tab')) ?? deviceTabs[0]
  const openTab = (tab: string) => setSearch(tab === deviceTabs[0].id ? {} : { tab }, { replace: true })
  const isEdited = editing && canUpdate

  return (
    <>
      <PageHeader
        title={device.name}
        parents={[{ label: translate('devices.title'), to: list }]}
        actions={
          <>
            <DeviceLinks deviceId={device.id} />
            <EditButton permission="space:device:update" editing={isEdited} />
          </>
        }
      >
        <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }}>
          {translate('devices.lastSeen')}: <TimeText value={device.last_seen} relative />
        </Typography>
      </PageHeader>
      {isEdited ? (
        <DeviceEdit device={device} />
      ) : (
        <>
          <DraftOffer resource="devices" id={device.id} />
          {tabs.length > 1 && (
            <Tabs
              value={tabId}
              onChange={(_event, tab: string) => openTab(tab)}
              aria-label={translate('devices.tabs.title')}
              variant="scrollable"
              sx={{ mb: 3 }}
            >
              {tabs.map(({ id, label }) => (
                <Tab key={id} value={id} label={translate(label)} />
              ))}
            </Tabs>
          )}
          <Panel device={device} />
        </>
      )}
    </>
  )
}
