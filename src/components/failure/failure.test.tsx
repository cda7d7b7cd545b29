import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FAILURE_CODES, type Failure, failureFor, unknownFailure } from '#contract/connectors'
import { i18nIn } from '../../../tests/support/texts'
import { I18nRoot } from '../../i18n'
import { useFailureText } from './useFailureText'

const catalogs = { en: await i18nIn('en'), cs: await i18nIn('cs') }

function textOf(language: keyof typeof catalogs, failure: Failure) {
  const { result } = renderHook(useFailureText, {
    wrapper: ({ children }) => <I18nRoot value={catalogs[language]}>{children}</I18nRoot>,
  })
  return result.current(failure)
}

test.each(FAILURE_CODES)('%s has a text in both languages, with its detail', (code) => {
  const failure = failureFor(code, 'pumps.example')
  const isNamed = failure.error.includes('pumps.example')
  expect(textOf('en', failure)).toBe(failure.error)
  expect(textOf('cs', failure).includes('pumps.example')).toBe(isNamed)
  expect(textOf('cs', failure)).not.toMatch(/%\{|failures\./)
})

test('a failure of a function names the line in the language of the console', () => {
  const failure = failureFor('no_function', 'job.device.upper')
  const thrown = { ...failure, error: `TypeError: ${failure.error} (line 3)` }
  expect(textOf('en', thrown)).toBe('job.device.upper is not a function (line 3)')
  expect(textOf('cs', thrown)).toBe('job.device.upper není funkce (řádek 3)')
})

test('a failure without a code keeps its own text', () => {
  expect(textOf('cs', unknownFailure('TypeError: no such sensor (line 3)'))).toBe(
    'TypeError: no such sensor (line 3)',
  )
})
