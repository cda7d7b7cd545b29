// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { I18nContextProvider } from 'react-admin'
import { expect, test } from 'vitest'
import { failureFor, unknownFailure } from '#contract/connectors'
import { createI18n } from '../../../i18n'
import czech from '../../../i18n/cs'
import { useErrorLine } from './useErrorLine'
import type { FailedVerdict } from './verdict'

const late = failureFor('function_late', 250)

test.each<[Omit<FailedVerdict, 'kind'>, string]>([
  [{ failure: unknownFailure('no body'), thrown: { name: 'Error', message: 'no body' } }, 'Error: no body'],
  [
    { failure: unknownFailure('no'), thrown: { name: 'TypeError', message: 'no', line: 3 } },
    'Error: TypeError: no (řádek 3)',
  ],
  [
    { failure: late, thrown: { name: 'TimeoutError', message: late.error } },
    'Error: TimeoutError: funkce běžela déle než 250 ms',
  ],
  [{ failure: failureFor('data_depth') }, 'Error: data jsou vnořená příliš hluboko'],
])('an error begins with "Error", and its reason is in the language of the console: %j', (failed, line) => {
  const i18n = createI18n('cs', czech)
  const { result } = renderHook(useErrorLine, {
    wrapper: ({ children }) => <I18nContextProvider value={i18n}>{children}</I18nContextProvider>,
  })
  expect(result.current({ kind: 'failed', ...failed })).toBe(line)
})
