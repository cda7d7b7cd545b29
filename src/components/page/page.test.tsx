import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { showPage } from '../../../tests/support/console'
import { CopyText, Field, FieldList, ReasonButton, TagChips, TimeText } from '.'

const show = (part: ReactNode) => showPage(part)
const ID = '0190a000-0000-7000-8000-000000000010'

test('a copied text is completely on the clipboard, and a toast says so', async () => {
  const user = userEvent.setup({ delay: null })
  show(<CopyText value={ID} what="id" short />)
  expect(screen.getByText('…00-000000000010').getAttribute('title')).toBe(ID)
  await user.click(screen.getByRole('button', { name: 'Copy id' }))
  expect(await screen.findByText('Text copied')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(ID)
})

test('a refusal of the clipboard is shown', async () => {
  const user = userEvent.setup({ delay: null })
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('refused'))
  show(<CopyText value={ID} what="id" />)
  await user.click(screen.getByRole('button', { name: 'Copy id' }))
  expect(await screen.findByText('The text could not be copied')).toBeTruthy()
})

test('a tap on a disabled button says why', async () => {
  show(<ReasonButton reason="Only for admins">Change it</ReasonButton>)
  await act(() => import('../action/ReasonTooltip'))
  fireEvent.touchStart(screen.getByRole('button', { name: 'Change it' }))
  expect((await screen.findByRole('tooltip')).textContent).toBe('Only for admins')
})

test('a button keeps the focus while it loads, and when it is then disabled', async () => {
  const user = userEvent.setup({ delay: null })
  let finish = () => {}
  const sent = new Promise<void>((resolve) => {
    finish = resolve
  })
  const presses: string[] = []
  function Send() {
    const [state, setState] = useState<'ready' | 'sending' | 'sent'>('ready')
    const press = async () => {
      presses.push(state)
      setState('sending')
      await sent
      setState('sent')
    }
    return (
      <ReasonButton
        reason={state === 'sent' ? 'It was sent' : null}
        loading={state === 'sending'}
        // As with other buttons beside it, which are disabled meanwhile.
        disabled={state === 'sending'}
        onClick={() => void press()}
      >
        Send
      </ReasonButton>
    )
  }
  show(<Send />)
  const send = () => screen.getByRole('button', { name: 'Send' })
  await user.tab()
  await user.keyboard('{Enter}')
  await user.keyboard('{Enter}')
  expect(send().getAttribute('aria-busy')).toBe('true')
  expect(send().matches(':enabled')).toBe(true)
  expect(document.activeElement).toBe(send())
  await act(async () => finish())
  await act(() => import('../action/ReasonTooltip'))
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(send())
  expect(screen.getByText('It was sent')).toBeTruthy()
  expect(presses).toEqual(['ready'])
})

test('a missing or invalid time reads "never"', () => {
  show(
    <>
      <TimeText value={null} /> <TimeText value="soon" />
    </>,
  )
  expect(screen.getAllByText('never')).toHaveLength(2)
})

test('a time after the page was rendered is not shown in the future', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  function Seen() {
    const [seen, setSeen] = useState('2026-01-01T12:00:00Z')
    return (
      <button type="button" onClick={() => setSeen('2026-01-01T12:00:10Z')}>
        <TimeText value={seen} relative />
      </button>
    )
  }
  vi.setSystemTime('2026-01-01T12:00:05Z')
  show(<Seen />)
  const seen = screen.getByRole('button', { name: /ago/ })
  expect(seen.textContent).toContain('(5 seconds ago)')
  vi.setSystemTime('2026-01-01T12:00:12Z')
  fireEvent.click(seen)
  expect(seen.textContent).toContain('(2 seconds ago)')
})

test('the tooltip of a time says how long ago it was', () => {
  show(<TimeText value="2001-01-01T12:00:00.000Z" />)
  const time = screen.getByRole('time')
  expect(time.textContent).toMatch(/^1 Jan 2001, \d\d:00:00$/)
  fireEvent.pointerEnter(time)
  expect(time.title).toMatch(/^\d+ years ago$/)
})

test('a field without a value shows a dash', () => {
  show(
    <FieldList>
      <Field label="Comment">{null}</Field>
      <Field label="Count">{0}</Field>
    </FieldList>,
  )
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['–', '0'])
})

test('tags that do not fit are counted, and the count names them', () => {
  const tags = ['cold', 'dry', 'old'].map((name) => ({ id: name, name, color: '#1E88E5' }))
  show(<TagChips tags={tags} />)
  expect(screen.getByText('+1').title).toBe('old')
  expect(screen.getByText('+2').title).toBe('dry, old')
})

test('tags are a list of their names', () => {
  show(<TagChips tags={[{ id: '1', name: 'cold', color: '#1E88E5' }]} />)
  expect(screen.getByRole('listitem').textContent).toBe('cold')
})
