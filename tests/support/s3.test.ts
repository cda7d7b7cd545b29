import { expect, test } from 'vitest'
import { signatureOf } from './s3'

/** From "Signature Calculations for the Authorization Header" in Amazon S3's API reference. */
const KEY = { secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', region: 'us-east-1' }
const HOST = 'examplebucket.s3.amazonaws.com'
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

test.each([
  ['/test.txt', { range: 'bytes=0-9' }, 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'],
  ['/?lifecycle', {}, 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
  ['/?max-keys=2&prefix=J', {}, '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
])('the signature of a request for %s matches the example of AWS', (path, more, signature) => {
  const headers = {
    host: HOST,
    'x-amz-date': '20130524T000000Z',
    'x-amz-content-sha256': EMPTY,
    ...more,
  }
  const url = new URL(`https://${HOST}${path}`)
  expect(signatureOf({ method: 'GET', headers }, url, KEY, Object.keys(headers).toSorted())).toBe(signature)
})
