/** Letters, spaces, and the characters between letters of names. Clients turn none of this into a link. */
const NAME = /^[\p{L}\p{M}’' -]+(\.( |$)[\p{L}\p{M}’' -]*)*$/u
const NAME_MAX = 60

/**
 * The name of a person as an e-mail shows it; null without one, and for one that could pass for something else: people choose their names,
 * and e-mails go to strangers.
 */
export function nameOf(firstname: string | null, lastname: string | null): string | null {
  const name = [firstname, lastname].filter(Boolean).join(' ').trim()
  return name.length <= NAME_MAX && NAME.test(name) ? name : null
}
