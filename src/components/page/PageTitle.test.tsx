import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { showPage, spaceOf } from '../../../tests/support/console'
import { msg as firmwareMsg } from '../../resources/devices/firmware/texts'
import { msg as devicesMsg } from '../../resources/devices/texts'
import { RecordTabs } from '../resource/RecordPage'
import { NotFound } from './NotFound'
import { PageHeader } from './PageHeader'
import { PageNameProvider, PageTitle } from './PageTitle'

const space = spaceOf({ name: 'city-water' })

function Device() {
  const [name, setName] = useState('valve-shaft-01')
  return (
    <>
      <PageHeader
        title={name}
        actions={
          <button type="button" onClick={() => setName('valve-shaft-02')}>
            Rename
          </button>
        }
      />
      <PageNameProvider value={name}>
        <RecordTabs
          label="Parts"
          tabs={[
            { id: 'details', label: devicesMsg('devices.tabs.details'), Panel: () => 'Its details' },
            { id: 'firmware', label: firmwareMsg('devices.firmware.title'), Panel: () => 'Its firmware' },
          ]}
        />
      </PageNameProvider>
    </>
  )
}

test('the title of a record has its name, its tab, its space and the product, and changes with them', async () => {
  showPage(<Device />, { space })
  expect(document.title).toBe('valve-shaft-01, Details – city-water – Spaceport')
  await userEvent.click(screen.getByRole('tab', { name: 'Firmware' }))
  expect(document.title).toBe('valve-shaft-01, Firmware – city-water – Spaceport')
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }))
  expect(document.title).toBe('valve-shaft-02, Firmware – city-water – Spaceport')
})

test('the innermost part of a page gives its title, and the part around it takes over when it unmounts', () => {
  const { unmount } = showPage(
    <>
      <PageTitle name="Devices" />
      <PageHeader title="pump-01" />
    </>,
    { space },
  )
  expect(document.title).toBe('pump-01 – city-water – Spaceport')
  unmount()
  expect(document.title).not.toContain('pump-01')
})

test('titles outside of a space, and of the space itself, have no repeated names', () => {
  const { unmount } = showPage(<PageHeader title="Admin area" />)
  expect(document.title).toBe('Admin area – Spaceport')
  unmount()
  showPage(<PageHeader title="city-water" />, { space })
  expect(document.title).toBe('city-water – Spaceport')
})

test('a missing page says so in its title', () => {
  showPage(<NotFound />)
  expect(document.title).toBe('Not found – Spaceport')
})
