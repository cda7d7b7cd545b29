import { hash, verify } from '@node-rs/argon2'

/** argon2id, as OWASP advises: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, COST)

/** Used instead of the hash of a person who does not exist. */
const nobody = hashPassword('nobody has this password')

/** Whether the password is right. Without a hash it takes as long and returns false. */
export async function isPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await nobody), password)
  return matches && typeof passwordHash === 'string'
}
