import { describe, expect, test } from 'vitest'
import { failureFor } from '../../deliveries/failure'
import { brokerUrlSchema } from '../broker'
import { publicationOf, TOPIC_MAX_BYTES } from './publication'
import { ignoredOf } from './returned'

const returned = (value: unknown) => publicationOf(JSON.stringify(value))

test('nothing returned cancels the delivery', () => {
  expect(publicationOf('null')).toBeNull()
})

test('an object is published as JSON with QoS 1, unless the function says otherwise', () => {
  expect(returned({ topic: 'a/b', data: { c: 'ž' } })).toEqual({
    topic: 'a/b',
    qos: 1,
    retain: false,
    payload: '{"c":"ž"}',
  })
  expect(returned({ topic: 'a', payload: 'on', qos: 0, retain: true })).toEqual({
    topic: 'a',
    qos: 0,
    retain: true,
    payload: 'on',
  })
  expect(returned({ topic: 'a', qos: null })).toMatchObject({ payload: '', qos: 1 })
  expect(returned({ topic: 'a', body: 'c', payload: 'b' })).toMatchObject({ payload: 'b' })
})

test('fields of a returned object without effect are reported', () => {
  const value = { topic: 'a', url: 'https://example.com', payload: 1, data: 2 }
  expect(ignoredOf(JSON.stringify(value), 'mqtt')).toEqual({
    unknown: ['url'],
    replaced: [{ name: 'payload', by: 'data' }],
  })
})

describe('an invalid result is refused:', () => {
  test.each([
    ['a text', 'a/b', 'publish_none'],
    ['no topic', { data: 1 }, 'topic_none'],
    ['an empty topic', { topic: '' }, 'topic_none'],
    ['a topic that is a number', { topic: 5 }, 'topic_none'],
    ['a wildcard', { topic: 'a/+/b' }, 'topic_wildcard'],
    ['all topics', { topic: '#' }, 'topic_wildcard'],
    ['a topic of the broker', { topic: '$SYS/uptime' }, 'topic_reserved'],
    ['a character 0', { topic: 'a\0b' }, 'topic_character'],
    ['half of a character', { topic: 'a\ud800' }, 'topic_character'],
    ['a third QoS', { topic: 'a', qos: 2 }, 'publish_qos'],
    ['a text that says whether to keep it', { topic: 'a', retain: 'yes' }, 'publish_retain'],
  ] as const)('%s', (_, value, code) => {
    expect(returned(value)).toEqual(failureFor(code))
  })

  test('a topic with too many bytes', () => {
    const topic = 'ž'.repeat(TOPIC_MAX_BYTES / 2)
    expect(returned({ topic })).toMatchObject({ topic })
    expect(returned({ topic: `${topic}žž` })).toEqual(failureFor('topic_size', TOPIC_MAX_BYTES))
  })
})

test.each([
  'mqtt://broker.example.com',
  'mqtts://Broker.example.com/',
  'MQTTS://broker.example.com:443',
  'mqtt://[::1]:80',
  'mqtt://0x7f.1',
])('%s is the address of a broker', (url) => {
  expect(brokerUrlSchema.parse(url)).toBe(url)
})

test.each([
  'broker.example.com',
  'ws://broker.example.com',
  'mqtt://',
  'mqtt://name:password@broker.example.com',
  'mqtt://broker.example.com/path',
  'mqtt://broker.example.com?a',
  'mqtt://broker.example.com:99999',
  'mqtt://a b',
])('%s is no address of a broker', (url) => {
  expect(brokerUrlSchema.safeParse(url).success).toBe(false)
})
