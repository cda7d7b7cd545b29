import { act, screen } from '@testing-library/react'
import { useNavigate } from 'react-router-dom'
import { expect, test } from 'vitest'
import { address, showPage } from '../../../tests/support/console'
import { useAddressFilter, useAddressParameter, useCompareMode, useEditMode } from '../page'

function Page() {
  const [, setTab] = useAddressParameter('tab')
  const [, turn] = useAddressParameter('page')
  const [, setDevice] = useAddressParameter('deviceId')
  const [, filter] = useAddressFilter('connectorId')
  const [, count] = useAddressParameter('count')
  const { editing, startEditing, stopEditing } = useEditMode()
  const { startComparing } = useCompareMode()
  const navigate = useNavigate()
  const acts = {
    tab: () => setTab('resolved'),
    device: () => setDevice('one'),
    filter: () => filter('two'),
    turn: () => turn('3'),
    count: () => count((latest) => String(Number(latest) + 1)),
    edit: startEditing,
    view: stopEditing,
    compare: () => startComparing('1', '2'),
    leave: () => void navigate('/other'),
  }
  return (
    <>
      {editing && 'editing'}
      {Object.entries(acts).map(([name, click]) => (
        <button key={name} type="button" onClick={click}>
          {name}
        </button>
      ))}
    </>
  )
}

/** Presses buttons one after the other, before React draws anything. */
const press = async (...names: string[]) => {
  const before = address()
  await act(async () => {
    for (const name of names) screen.getByRole('button', { name }).click()
    expect(address()).toBe(before)
  })
}

const show = () => showPage(<Page />, { path: '/page', at: '/page?sort=name' })

test('two choices in the same tick are both kept, and so are other parameters', async () => {
  show()
  await press('tab', 'device')
  expect(address()).toBe('/page?sort=name&tab=resolved&deviceId=one')
})

test('a choice of rows starts with their first page', async () => {
  show()
  await press('turn')
  expect(address()).toBe('/page?sort=name&page=3')
  await press('filter')
  expect(address()).toBe('/page?sort=name&connectorId=two')
})

test('a choice in the same tick sees the one before it', async () => {
  show()
  await press('count', 'count', 'count')
  expect(address()).toBe('/page?sort=name&count=3')
})

test('two modes and a choice in the same tick are kept, and each mode is one step back', async () => {
  show()
  await press('edit', 'tab')
  expect(address()).toBe('/page?sort=name&edit=true&tab=resolved')
  await act(async () => screen.getByRole('button', { name: 'view' }).click())
  expect(address()).toBe('/page?sort=name')
  await press('compare', 'edit')
  expect(address()).toBe('/page?sort=name&compare=1%2C2&edit=true')
})

test('a mode that is started and stopped in the same tick leaves no history entry', async () => {
  show()
  await press('edit', 'view')
  expect(address()).toBe('/page?sort=name')
  await press('tab')
  expect(address()).toBe('/page?sort=name&tab=resolved')
})

test('a choice on a page that has just been left does not lead back to it', async () => {
  show()
  await press('leave', 'tab')
  expect(address()).toBe('/other')
})
