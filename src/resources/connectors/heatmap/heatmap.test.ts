import { getContrastRatio } from '@mui/material'
import { describe, expect, it, test } from 'vitest'
import type { Summary } from '#contract/connectors'
import { palettes } from '../../../theme/palette'
import { HEALTHS, HELD_ICONS, ICONS, LOOKS, lastHours, rowsOfHours } from './hours'

const NOW = Date.parse('2026-05-31T08:41:00.000Z')

const summary = (time: string, changes: Partial<Summary> = {}): Summary => ({
  time,
  success: 0,
  failed: 0,
  attempts: [],
  ...changes,
})

describe('the columns of the heatmap', () => {
  it('are the last 24 hours, the current one last', () => {
    const hours = lastHours([], NOW)
    expect(hours).toHaveLength(24)
    expect(hours.at(0)?.start).toBe(Date.parse('2026-05-30T09:00:00.000Z'))
    expect(hours.at(-1)).toEqual({
      start: Date.parse('2026-05-31T08:00:00.000Z'),
      end: Date.parse('2026-05-31T08:59:59.999Z'),
      success: 0,
      failed: 0,
      attempts: [],
      held: [],
    })
  })

  it('have the statistics of their hour, without older ones', () => {
    const hours = lastHours(
      [
        summary('2026-05-29T08:00:00.000Z', { success: 9 }),
        summary('2026-05-31T06:00:00.000Z', { success: 3, failed: 1, attempts: [3, 1] }),
      ],
      NOW,
    )
    expect(hours.filter(({ success }) => success > 0)).toEqual([hours[21]])
    expect(hours[21]).toMatchObject({ success: 3, failed: 1, attempts: [3, 1] })
  })

  it("end with the server's newest hour when its clock is ahead", () => {
    const hours = lastHours([summary('2026-05-31T09:00:00.000Z', { success: 1 })], NOW)
    expect(hours.at(-1)?.success).toBe(1)
  })
})

test('the hours are in two rows of twelve when one would be too narrow', () => {
  const hours = lastHours([], NOW)
  expect(rowsOfHours(hours, 700, 26)).toEqual([hours])
  expect(rowsOfHours(hours, 309, 26)).toEqual([hours.slice(0, 12), hours.slice(12)])
  expect(rowsOfHours(hours, 0, 26)).toEqual([])
})

describe.each(['light', 'dark'] as const)('in the %s theme', (mode) => {
  test.each(HEALTHS)('the icon of "%s" is readable on its colour', (health) => {
    const { ground, sign } = LOOKS[mode][health]
    expect(getContrastRatio(sign, ground)).toBeGreaterThanOrEqual(4.5)
  })

  test('the four colours differ', () => {
    const grounds = HEALTHS.map((health) => LOOKS[mode][health].ground)
    expect(new Set([...grounds, palettes[mode].background.paper]).size).toBe(5)
  })
})

test('every colour has its own icon, and so has every hold', () => {
  expect(new Set([...Object.values(ICONS), ...Object.values(HELD_ICONS)]).size).toBe(8)
})
