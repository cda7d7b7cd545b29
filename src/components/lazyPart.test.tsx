import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { I18nRoot } from '../i18n'
import { setPreferences } from '../preferences'
import { AfterPaint, lazyPart } from './lazyPart'
import { useI18n } from './useI18n'

const Part = lazyPart(async () => {
  const { useTranslate } = await import('../pages/dashboard/texts')
  return {
    default: function Dashboard() {
      return <h1>{useTranslate()('dashboard.reload')}</h1>
    },
  }
})

function Page({ isOpen }: { isOpen: boolean }) {
  const i18n = useI18n()
  return i18n ? (
    <I18nRoot value={i18n}>
      <Suspense fallback="Loading">{isOpen && <Part />}</Suspense>
    </I18nRoot>
  ) : (
    'No texts'
  )
}

test('a part loads with its texts, in the chosen language and in the next one', async () => {
  const { rerender } = render(<Page isOpen={false} />)
  rerender(<Page isOpen />)
  expect((await screen.findByRole('heading')).textContent).toBe('Load new messages')
  act(() => setPreferences({ preferredLanguage: 'cs' }))
  expect(await screen.findByRole('heading', { name: 'Načíst nové zprávy' })).toBeTruthy()
})

test('a part that loads while the language changes has its texts in both', async () => {
  const { rerender } = render(<Page isOpen={false} />)
  const seen: (string | null)[] = []
  new MutationObserver(() => seen.push(document.body.textContent)).observe(document.body, {
    childList: true,
    characterData: true,
    subtree: true,
  })
  act(() => setPreferences({ preferredLanguage: 'cs' }))
  rerender(<Page isOpen />)
  expect(await screen.findByRole('heading', { name: 'Načíst nové zprávy' })).toBeTruthy()
  expect(seen.join()).not.toContain('dashboard.')
})

test('content of AfterPaint appears once the rest was painted', async () => {
  const { container } = render(
    <>
      <p>Rows</p>
      <AfterPaint>
        <p>Guide</p>
      </AfterPaint>
    </>,
  )
  expect(container.textContent).toBe('Rows')
  expect(await screen.findByText('Guide')).toBeTruthy()
})
