import { render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { Denied } from '../../dataProvider/client'
import { Loaded } from './Loaded'

const show = (data?: object, error: Error | null = null) =>
  render(
    <Loaded query={{ data, error, refetch: () => undefined }}>
      {(row) => <p>{JSON.stringify(row)}</p>}
    </Loaded>,
  )

describe('an answer', () => {
  test.each([[{ items: [] }], [[]], [{}], [{ name: 'a' }]])('%j is shown', (data) => {
    show(data)
    expect(screen.getByText(JSON.stringify(data))).toBeDefined()
  })
})

test('a denied call shows nothing', () => {
  expect(show(undefined, new Denied()).container.textContent).toBe('')
})
