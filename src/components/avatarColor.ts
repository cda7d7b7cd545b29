/** Grounds of avatars; white reads on each with a contrast of 4.5 or more. */
export const AVATAR_COLORS = [
  '#b3261e',
  '#a8480a',
  '#8a5a00',
  '#5f6b00',
  '#2f7029',
  '#00705a',
  '#006c7d',
  '#0b66a8',
  '#3d57c9',
  '#6746c3',
  '#8f3fae',
  '#ad2f74',
] as const

/** The colour that belongs to a name: the same one everywhere and always. Spec 1, section 2, "Shared layout". */
export function avatarColor(name: string): string {
  let hash = 0
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003
  return AVATAR_COLORS[hash % AVATAR_COLORS.length] ?? AVATAR_COLORS[0]
}

/** The first letter of a name, as a person would count it. */
export function initialOf(name: string): string {
  const [first = '?'] = name.trim()
  return first.toLocaleUpperCase()
}
