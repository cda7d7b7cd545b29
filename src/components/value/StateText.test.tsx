import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { StateText } from './StateText'

test('a state is shown in words, after a mark that screen readers skip', () => {
  render(<StateText tone="bad">Failed</StateText>)
  const words = screen.getByText('Failed')
  expect(words.parentElement?.textContent).toBe('Failed')
  expect(words.parentElement?.querySelectorAll('[aria-hidden=true]')).toHaveLength(1)
})
