import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { devicesApi } from '#contract/devices'
import { seriesApi } from '#contract/series'
import { SERIES_CAPABILITY } from '#contract/series/capability'
import { aDevice } from '../../../../tests/support/builders'
import { connect, showInSpace } from '../../../../tests/support/console'
import { findValues } from '../../../../tests/support/series'
import { serveSpace } from '../../../../tests/support/serve'
import { anUplink } from '../../../../tests/support/uplink'
import { useAnswer } from '../../../dataProvider/answers'
import { devices } from '..'
import { SeriesPicker } from './SeriesPicker'

const { server, space } = await serveSpace()

function Picker({ deviceId }: { deviceId: string }) {
  const { data = [] } = useAnswer(seriesApi.list, { params: { deviceId } })
  const { data: device } = useAnswer(devicesApi.get, { params: { deviceId } })
  return device && <SeriesPicker series={data} device={device} chosen={[]} onChoose={() => undefined} />
}

const names = () =>
  screen.getAllByRole('checkbox').map((box) => box.closest('label')?.querySelector('span span')?.textContent)

test('pinned values come first, and hidden ones are collapsed', async () => {
  const user = userEvent.setup({ delay: null })
  const device = await aDevice(server, space)
  await anUplink(server, device, { body: { a: 1, b: 2, system: { voltage: 3.6 } } })
  await findValues(server)
  const { client } = connect(server, space.owner)
  await showInSpace(<Picker deviceId={device.id} />, {
    client,
    space,
    resource: devices,
    capabilities: [SERIES_CAPABILITY],
  })
  await user.click(await screen.findByRole('button', { name: 'Pin voltage' }))
  await waitFor(() => expect(names()).toEqual(['voltage', 'a', 'b']))

  await user.click(screen.getByRole('button', { name: 'Options for a' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Hide' }))
  await waitFor(() => expect(names()).toEqual(['voltage', 'b']))
  await user.click(screen.getByRole('button', { name: 'Show 1 hidden value' }))
  expect(names()).toEqual(['voltage', 'b', 'a'])
})
