import { randomBytes } from 'node:crypto'
import { UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { importSigningKey, signJwt, verifyJwt } from './jwt'

const key = await importSigningKey(randomBytes(32))
const jti = '01890000-0000-7000-8000-000000000000'
const now = new Date('2026-11-21T08:00:00.000Z')
const exp = now.getTime() / 1000 + 60

test('a token expires at its time', async () => {
  const token = await signJwt({ jti, exp }, key)
  expect(await verifyJwt(token, key, new Date(now.getTime() + 59_999))).toEqual({ jti, exp })
  expect(await verifyJwt(token, key, new Date(now.getTime() + 60_000))).toBeUndefined()
})

test('a token with one changed character, or of another key, is refused', async () => {
  const token = await signJwt({ jti, exp }, key)
  expect(await verifyJwt(token, key, now)).toEqual({ jti, exp })
  for (let at = 0; at < token.length - 1; at++) {
    const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
    expect(await verifyJwt(changed, key, now)).toBeUndefined()
  }
  expect(await verifyJwt(token, await importSigningKey(randomBytes(32)), now)).toBeUndefined()
})

test('a token without a signature is refused', async () => {
  const token = new UnsecuredJWT({ jti, exp }).encode()
  expect(await verifyJwt(token, key, now)).toBeUndefined()
})
