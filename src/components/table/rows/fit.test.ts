import { describe, expect, test } from 'vitest'
import type { Column } from '../types'
import { countLeaving, layOut, split } from './fit'

const column = (id: string, width?: number, dropPriority?: number): Column<never> => ({
  id,
  label: 'table.columns',
  cell: () => id,
  width,
  dropPriority,
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
  test('keeps all columns when they fit, and while its width is unknown', () => {
    expect(idsLeaving(600)).toEqual([])
    expect(idsLeaving(0)).toEqual([])
  })

  test('drops as few columns as necessary, in their order of priority', () => {
    expect(idsLeaving(599)).toEqual(['comment'])
    expect(idsLeaving(487)).toEqual(['id', 'comment'])
  })

  test('keeps required columns, however narrow it is', () => {
    expect(split(columns, countLeaving(columns, 100, true)).staying.map(({ id }) => id)).toEqual([
      'name',
      'state',
    ])
  })

  test('drops columns for a text that needs more width', () => {
    const wider = [...columns, { ...column('result'), least: 300 }]
    const leavingWith = (seen: number) =>
      split(wider, countLeaving(wider, 800, true, new Map([['result', seen]]))).leaving.map(({ id }) => id)
    expect(leavingWith(200)).toEqual([])
    expect(leavingWith(400)).toEqual(['comment'])
  })

  test('has space for the details button when rows have no others', () => {
    expect(idsLeaving(500, true)).toEqual(['comment'])
    expect(idsLeaving(500, false)).toEqual(['id', 'comment'])
  })
})

describe('the widths of columns', () => {
  const natural = new Map([
    ['name', 200],
    ['id', 190],
    ['comment', 600],
    ['state', 98],
  ])
  const widthsIn = (room: number, seen: ReadonlyMap<string, number> = natural) =>
    layOut(columns, room, seen).widths

  test('are those of their content, and a long text gets the rest', () => {
    expect(widthsIn(800)).toEqual([200, 190, 312, 98])
  })

  test('give a long text the space of columns that need less than estimated', () => {
    const seen = new Map([...natural, ['state', 60]])
    expect(widthsIn(800, seen)).toEqual([200, 190, 350, 60])
  })

  test('fill a wide table in proportion', () => {
    const widths = widthsIn(1816)
    expect(widths.reduce((sum, width) => sum + width, 0)).toBeGreaterThan(1810)
    expect(widths.every((width, index) => width > ([200, 190, 420, 98][index] ?? 0))).toBe(true)
  })

  test('give a short text all its space before a long one', () => {
    const texts = [column('name'), column('comment')]
    const seen = new Map([
      ['name', 150],
      ['comment', 400],
    ])
    expect(layOut(texts, 400, seen)).toMatchObject({ widths: [150, 250], wraps: false })
  })

  test('keep rows on one line as long as only texts are truncated', () => {
    expect(layOut(columns, 600, natural).wraps).toBe(false)
    const dates = [column('date', 120), column('state', 98)]
    const seen = new Map([['date', 190]])
    expect(layOut(dates, 288, seen)).toMatchObject({ widths: [190, 98], wraps: false })
    expect(layOut(dates, 250, seen)).toMatchObject({ widths: [152, 98], wraps: true })
  })

  test('give space that is too narrow for a date on one line to the widest column', () => {
    const seen = new Map([
      ['date', 190],
      ['content', 400],
    ])
    const widths = (room: number) => layOut([column('date', 120), column('content', 220)], room, seen).widths
    expect(widths(400)).toEqual([120, 280])
    expect(widths(500)).toEqual([190, 310])
  })

  test('do not truncate the name of a row', () => {
    const texts = [{ ...column('name'), primary: true }, column('comment')]
    const seen = new Map([
      ['name', 240],
      ['comment', 400],
    ])
    expect(layOut(texts, 352, seen).widths).toEqual([240, 112])
  })

  test('are equal estimates while the width of the table is unknown', () => {
    expect(widthsIn(0, new Map())).toEqual([200, 190, 112, 98])
  })

  test('are those of the content when a person has chosen a column, and the table scrolls', () => {
    const chosen = columns.map((one) => ({ ...one, dropPriority: undefined, isChosen: one.id === 'comment' }))
    expect(countLeaving(chosen, 400, true, natural)).toBe(0)
    expect(layOut(chosen, 400, natural)).toEqual({
      widths: [200, 190, 260, 98],
      wraps: false,
      scrolls: true,
    })
  })

  test('set by a person stay, and the others share the rest', () => {
    const own = { id: 300 }
    expect(layOut(columns, 900, natural, own)).toEqual({
      widths: [200, 300, 302, 98],
      wraps: false,
      scrolls: false,
    })
    const all = { name: 200, id: 100, comment: 100, state: 98 }
    expect(layOut(columns, 900, natural, all).widths).toEqual([200, 100, 100, 500])
  })

  test('reserve space for the buttons of a row before others get extra width', () => {
    const withMenu: Column<never>[] = [column('name', 200), { ...column('menu', 44), card: 'actions' }]
    expect(layOut(withMenu, 290, new Map()).widths).toEqual([200, 90])
    expect(layOut(withMenu, 400, new Map()).widths).toEqual([296, 104])
  })
})
