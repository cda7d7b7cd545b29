import type { Profile } from '#contract/profile'

/** Full name of a person, else the e-mail address. */
export const nameOf = ({ firstname, lastname, email }: Profile): string =>
  [firstname, lastname].filter(Boolean).join(' ') || email
