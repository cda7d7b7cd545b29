import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { i18nIn } from '../../tests/support/texts'
import { ClientProvider, createClient } from '../dataProvider/client'
import { connection } from '../dataProvider/connection'
import { I18nRoot } from '../i18n'
import { ConnectionBanner, probeDelay } from './ConnectionBanner'

const i18n = await i18nIn('en')

/** The network, which counts calls, and can fail and recover. */
const network = vi.fn<() => Promise<Response>>()
const gone = () => Promise.reject(new TypeError('Failed to fetch'))
const back = () => Promise.resolve(new Response('[]'))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', network.mockReset().mockImplementation(gone))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = vi.fn<() => void>()
      disconnect = vi.fn<() => void>()
    },
  )
  render(
    <I18nRoot value={i18n}>
      <ClientProvider value={createClient('/v2', () => null)}>
        <p>Devices</p>
        <ConnectionBanner />
      </ClientProvider>
    </I18nRoot>,
  )
})

const banner = () => screen.queryByRole('status')?.textContent
async function pass(seconds: number) {
  for (let second = 0; second < seconds; second += 1) await act(() => vi.advanceTimersByTimeAsync(1000))
}

test('says nothing while the server answers', () => {
  expect(banner()).toBeUndefined()
})

test('says that the server does not answer, keeps the page, and disappears when it is back', async () => {
  act(connection.lost)
  expect(banner()).toContain('The server is not responding.')
  expect(screen.getByText('Devices')).toBeDefined()

  await pass(60)
  expect(network.mock.calls.length).toBeGreaterThanOrEqual(5)
  expect(network.mock.calls.length).toBeLessThanOrEqual(8)
  expect(banner()).toContain('The server is not responding.')

  network.mockImplementation(back)
  await pass(30)
  expect(banner()).toBeUndefined()
})

test('retries at once on request', async () => {
  act(connection.lost)
  network.mockImplementation(back)
  fireEvent.click(screen.getByRole('button', { name: 'Try now' }))
  await pass(1)
  expect(network).toHaveBeenCalledTimes(1)
  expect(banner()).toBeUndefined()
})

test('appears when the browser loses its network', () => {
  act(() => {
    window.dispatchEvent(new Event('offline'))
  })
  expect(banner()).toContain('The server is not responding.')
})

test('delays double from one second up to thirty', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 50].map((attempt) => probeDelay(attempt, 0))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
  ])
})

test('jitter reduces a delay by at most a quarter', () => {
  expect(probeDelay(2, 1)).toBe(3000)
  expect(probeDelay(9, 0.5)).toBe(26_250)
})
