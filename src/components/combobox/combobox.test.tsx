import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { expect, test, vi } from 'vitest'
import type { TagRef } from '#contract/tags'
import { aDevice, aTag } from '../../../tests/support/builders'
import { connect, refusal, showInSpace, showPage } from '../../../tests/support/console'
import { serveSpace } from '../../../tests/support/serve'
import { DeviceSelect } from '../devices/DeviceSelect'
import { TagSelect } from '../tags/TagsInput'
import { OpenCombobox } from './OpenCombobox'

const { server, space } = await serveSpace()

const active = () => {
  const id = screen.getByRole('combobox').getAttribute('aria-activedescendant')
  return document.getElementById(id ?? '')?.textContent
}

function showNames(...known: string[]) {
  const onChoose = vi.fn<(choice: { name: string }) => void>()
  const later: { set?: (names: string[]) => void } = {}
  function Names() {
    const [names, set] = useState(known)
    const [text, setText] = useState('')
    useEffect(() => {
      later.set = set
    }, [])
    return (
      <OpenCombobox
        label="Names"
        placeholder="Names"
        listLabel="Found"
        text={text}
        onType={setText}
        choices={names.map((name) => ({ name }))}
        keyOf={({ name }) => name}
        isDisabled={({ name }) => name === 'closed'}
        renderChoice={({ name }) => name}
        onChoose={onChoose}
        onClose={() => undefined}
        status=""
      />
    )
  }
  showPage(<Names />)
  return { user: userEvent.setup(), onChoose, find: (...names: string[]) => act(() => later.set?.(names)) }
}

test('a better match that comes late becomes active, until the person moves', async () => {
  const { user, onChoose, find } = showNames('second', 'third')
  expect(active()).toBe('second')
  find('first', 'third')
  expect(active()).toBe('first')
  await user.keyboard('{ArrowDown}')
  find('best', 'first', 'third')
  expect(active()).toBe('third')
  await user.keyboard('{Enter}')
  expect(onChoose).toHaveBeenCalledExactlyOnceWith({ name: 'third' }, false)
})

test('a disabled choice can be reached, and does nothing', async () => {
  const { user, onChoose } = showNames('open', 'closed')
  await user.keyboard('{ArrowDown}')
  expect(active()).toBe('closed')
  await user.keyboard('{Enter}')
  await user.click(screen.getByRole('option', { name: 'closed' }))
  expect(onChoose).not.toHaveBeenCalled()
  await user.click(screen.getByRole('option', { name: 'open' }))
  expect(onChoose).toHaveBeenCalledExactlyOnceWith({ name: 'open' }, false)
})

test('a field whose choices could not be read says so and can retry', async () => {
  const device = await aDevice(server, space, { name: 'pump' })
  const line = connect(server, space.owner)
  line.interrupt = ({ path }) => (path.endsWith('/devices') ? refusal(500, 'broken') : undefined)
  const onChange = vi.fn<(chosen: { id: string }) => void>()
  await showInSpace(<DeviceSelect label="Device" value={null} onChange={onChange} />, {
    client: line.client,
    space,
  })
  const user = userEvent.setup()
  await user.click(screen.getByRole('combobox', { name: 'Device' }))
  const retry = await screen.findByRole('button', { name: 'Try now' })
  line.interrupt = () => undefined
  await user.click(retry)
  await user.click(await screen.findByRole('option', { name: `pump${device.serial_number}` }))
  expect(onChange.mock.calls[0]?.[0]).toMatchObject({ id: device.id })
})

test('choosing a tag closes the list, so that it covers nothing; typing opens it again', async () => {
  const [first, second] = [await aTag(server, space, 'cellar'), await aTag(server, space, 'orchard')]
  function Tags() {
    const [tags, setTags] = useState<TagRef[]>([])
    return <TagSelect label="Tags" value={tags} onChange={setTags} />
  }
  await showInSpace(<Tags />, { client: connect(server, space.owner).client, space })
  const user = userEvent.setup()
  const field = await screen.findByRole('combobox', { name: 'Tags' })
  await user.click(field)
  await user.click(await screen.findByRole('option', { name: first.name }))
  expect(screen.queryByRole('listbox')).toBeNull()
  await user.type(field, 'orch')
  await user.click(await screen.findByRole('option', { name: second.name }))
  expect(screen.queryByRole('listbox')).toBeNull()
  for (const { name } of [first, second]) expect(screen.getByText(name)).toBeTruthy()
})
