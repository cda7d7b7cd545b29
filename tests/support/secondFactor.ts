import { generateSync } from 'otplib'
import { secondFactorApi } from '#contract/secondFactor'
import type { Fillable, TestUser } from './builders'

/** Code of an authenticator app. @param steps of 30 seconds that its clock is ahead */
export const codeOf = (secret: string, at: Date, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(at.getTime() / 1000) + steps * 30 })

/** Starts to set up an app; returns its secret. */
export async function beginApp(server: Fillable, { token }: TestUser): Promise<string> {
  const answer = await server.call('POST', '/profile/authenticator', { token })
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  return secondFactorApi.beginAuthenticator.answer.parse(await answer.json()).secret
}

/** Sets up an app with the code of the step before, so that the next code works at once. */
export async function anApp(server: Fillable, user: TestUser) {
  const secret = await beginApp(server, user)
  const body = { code: codeOf(secret, server.deps.now(), -1) }
  const answer = await server.call('PUT', '/profile/authenticator', { token: user.token, body })
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  const { recovery_codes } = secondFactorApi.confirmAuthenticator.answer.parse(await answer.json())
  return { secret, codes: recovery_codes ?? [] }
}
