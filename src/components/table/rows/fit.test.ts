import { describe, expect, test } from 'vitest'
import type { Column } from '../types'
import { countLeaving, split } from './fit'

const column = (id: string, width?: number, yields?: number): Column<never> => ({
  id,
  label: 'table.columns',
  cell: () => id,
  width,
  yields,
})
const columns = [
  column('name', 200),
  column('id', 190, 2),
  column('comment', undefined, 1),
  column('state', 98),
]
const idsLeaving = (room: number, hasDetails = true) =>
  split(columns, countLeaving(columns, room, hasDetails)).leaving.map(({ id }) => id)

describe('a table too narrow for all columns', () => {
  test('keeps them all where they fit, and while its width is unknown', () => {
    expect(idsLeaving(600)).toEqual([])
    expect(idsLeaving(0)).toEqual([])
  })

  test('loses as few as it must, in the order in which they yield', () => {
    expect(idsLeaving(599)).toEqual(['comment'])
    expect(idsLeaving(487)).toEqual(['id', 'comment'])
  })

  test('keeps those that do not yield, however narrow it is', () => {
    expect(split(columns, countLeaving(columns, 100, true)).staying.map(({ id }) => id)).toEqual([
      'name',
      'state',
    ])
  })

  test('has room for the button of the details, where rows have no others', () => {
    expect(idsLeaving(500, true)).toEqual(['comment'])
    expect(idsLeaving(500, false)).toEqual(['id', 'comment'])
  })
})
