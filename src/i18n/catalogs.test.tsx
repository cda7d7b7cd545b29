import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { currentToast } from '../components/toast/toasts'
import { setPreferences } from '../preferences'
import { useCatalog } from './catalogs'
import en from './public.en'

afterEach(() => {
  cleanup()
  setPreferences({ preferredLanguage: null })
})

test('texts that cannot be loaded leave those of the former language, and say so', async () => {
  const catalogs = {
    en: async () => ({ default: en }),
    cs: () => Promise.reject(new TypeError('Failed to fetch')),
  }
  const { result } = renderHook(() => useCatalog(catalogs))
  await waitFor(() => expect(result.current?.getLocale()).toBe('en'))
  act(() => setPreferences({ preferredLanguage: 'cs' }))
  await waitFor(() => expect(currentToast()?.title).toBe('This part of the console did not load'))
  expect(result.current?.getLocale()).toBe('en')
})
