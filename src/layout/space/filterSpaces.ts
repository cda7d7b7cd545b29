import { foldText } from '#contract/common'
import type { Space } from '#contract/spaces'

/** The spaces whose name contains the text, whatever its case and accents. */
export function filterSpaces(spaces: readonly Space[], text: string): Space[] {
  const wanted = foldText(text.trim())
  return spaces.filter(({ name }) => foldText(name).includes(wanted))
}

/** The row that the arrow keys lead to, from one row of so many; over the end it goes on at the other one. */
export function nextRow(key: 'ArrowDown' | 'ArrowUp', row: number, count: number): number {
  if (count === 0) return 0
  return (row + (key === 'ArrowDown' ? 1 : -1) + count) % count
}
