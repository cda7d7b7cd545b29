import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { wordOut, wordsOut } from './words.mjs'

const glossary = readFileSync('docs/glossary.md', 'utf8')

it('the glossary lists words that are out of names, and words that are out of texts', () => {
  const row = '| alert | upozornění | what a rule opened | `outage`, "incident", "put off" |\n'
  expect(wordsOut(row)).toEqual({ names: new Set(['outage']), texts: new Set(['incident', 'put off']) })
})

it.each([
  ['turn', 'turn'],
  ['takeTurns', 'turns'],
  ['TURN_MAX', 'turn'],
  ['nextTurnOf', 'turn'],
  ['returned', undefined],
  ['saturn', undefined],
])('%s contains the word %s, which is out', (name, word) => {
  expect(wordOut(name)).toBe(word)
})

it('no text of the console and no page of the documentation has a word which is out', () => {
  const files = [
    ...readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('messages.en.ts'))
      .map((name) => `src/${name}`),
    ...readdirSync('docs')
      .filter((name) => name.endsWith('.md') && name !== 'glossary.md')
      .map((name) => `docs/${name}`),
  ]
  expect(files.length).toBeGreaterThan(60)
  const { texts } = wordsOut(glossary)
  const found = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8').toLowerCase()
    return [...texts].filter((word) => text.includes(word)).map((word) => `${file}: ${word}`)
  })
  expect(found).toEqual([])
})
