import { expect } from 'vitest'
import { z } from 'zod'
import { devicesApi } from '#contract/devices'

/** Status and text of an answer. */
export const outcome = async (answer: Response) => [answer.status, await answer.text()]

/** Ids of the answered list. */
export const idsOf = async (answer: Response) =>
  z
    .array(z.looseObject({ id: z.string() }))
    .parse(await answer.json())
    .map(({ id }) => id)

/** The answered device. */
export const deviceOf = async (answer: Response) => {
  expect([answer.status, answer.ok || (await answer.text())]).toEqual([expect.any(Number), true])
  return devicesApi.get.answer.parse(await answer.json())
}
