import { render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { Loaded } from './Loaded'

const show = (data: object | null) =>
  render(
    <Loaded query={{ data, error: null, refetch: () => undefined }}>
      {(row) => <p>{JSON.stringify(row)}</p>}
    </Loaded>,
  )

describe('an answer', () => {
  test.each([[{ items: [] }], [[]], [{ name: 'a' }]])('%j is shown', (data) => {
    show(data)
    expect(screen.getByText(JSON.stringify(data))).toBeDefined()
  })

  test.each([[{}], [{ data: {} }], [null]])('%j of a denied call shows nothing', (data) => {
    expect(show(data).container.textContent).toBe('')
  })
})
