/** A person who signs in at the provider. */
export interface Person {
  /** The provider's own id; it never changes. */
  sub: string
  name: string
  given_name: string
  family_name: string
  email: string
  email_verified: boolean
  /** The page's words about the person. */
  hint: string
}

/** Id of the demo's provider in identities. */
export const DEMO_PROVIDER = 'demo'

/** The people of the demo's provider; the first is linked to an account. */
export const DEMO_PEOPLE = [
  {
    sub: 'dana',
    name: 'Dana Demo',
    given_name: 'Dana',
    family_name: 'Demo',
    email: 'demo@example.com',
    email_verified: true,
    hint: 'has an account',
  },
  {
    sub: 'nora',
    name: 'Nora Newcomer',
    given_name: 'Nora',
    family_name: 'Newcomer',
    email: 'nora@example.com',
    email_verified: true,
    hint: 'has no account yet',
  },
] as const satisfies readonly Person[]
