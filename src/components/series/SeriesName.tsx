import { styled } from '@mui/material'
import { namesOf } from '#contract/series/names'

/** Maximum length of a part of a name. Longer ones are cut in the middle, because names differ at their ends. */
const PART_MAX = 28

function cut(text: string): string {
  if (text.length <= PART_MAX) return text
  const half = (PART_MAX - 1) / 2
  return `${text.slice(0, Math.ceil(half))}…${text.slice(-Math.floor(half))}`
}

/** The last name in a label, with the number of a list item after it. */
const LAST = /[^.]*[^.\d][^.]*(?:\.\d+)*$/

/**
 * Splits a label into the measured value and its qualifier: `temperature`, `thermometer`. A name that people have given
 * stays whole.
 */
function partsOfName({ path, label }: Named): { name: string; of: string } {
  const names = new Set(namesOf(path))
  const isGiven = !label.split('.').every((part) => names.has(part))
  const name = (!isGiven && LAST.exec(label)?.[0]) || label
  return { name, of: label.slice(0, -name.length - 1) }
}

interface Named {
  path: string
  label: string
}

const Name = styled('span')(({ theme }) => ({
  overflowWrap: 'anywhere',
  small: { color: theme.palette.text.secondary, fontSize: '0.75rem', fontWeight: 400 },
}))

/** The name of a series: the measured value, and its qualifier in small print. The tooltip has the path. */
export function SeriesName(series: Named) {
  const { name, of } = partsOfName(series)
  return (
    <Name title={series.path}>
      <span>{cut(name)}</span>
      {of && (
        <>
          {' '}
          <small>{cut(of)}</small>
        </>
      )}
    </Name>
  )
}
