import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config'

test('without variables the server listens on this machine, with its own database', () => {
  expect(readConfig({})).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    dataDir: './data',
    databaseUrl: undefined,
    demo: undefined,
    messageRetentionDays: undefined,
    deliveryRetentionDays: 30,
    trashDays: 30,
    auditRetentionDays: undefined,
    history: { thinDays: undefined, retentionDays: undefined },
    alertWait: 20,
    allowPrivateWebhooks: false,
    allowPrivatePush: false,
    loopback: true,
    hosts: [],
    hsts: null,
    console: { apiBase: '/v2', productName: 'Spaceport', productPrefix: 'spaceport' },
  })
})

test('an empty variable is an unset one', () => {
  expect(readConfig({ PORT: '', DEMO: '', DATABASE_URL: '' })).toMatchObject({ port: 8080, demo: undefined })
})

test.each([
  ['PORT', 'http', 'PORT must be a whole number from 0 to 65535.'],
  ['PORT', '65536', 'PORT must be a whole number from 0 to 65535.'],
  ['PORT', '80.5', 'PORT must be a whole number from 0 to 65535.'],
  ['DEMO', 'yes', 'DEMO must be 0 or 1.'],
  [
    'DATABASE_URL',
    'mysql://x',
    'DATABASE_URL must be an address like postgresql://user:password@host/database.',
  ],
  [
    'ARCHIVE_DIR',
    '/archive',
    'MESSAGE_RETENTION_DAYS is required with ARCHIVE_DIR: messages are archived before they are dropped.',
  ],
  [
    'ARCHIVE_S3_URL',
    'https://user:secret@s3.example.com/bucket',
    'ARCHIVE_S3_URL must be an address with a bucket and perhaps a folder, like https://s3.eu-central-1.amazonaws.com/bucket/folder.',
  ],
  [
    'ARCHIVE_S3_SECRET_KEY',
    'two words',
    'ARCHIVE_S3_SECRET_KEY must be printable characters without spaces.',
  ],
  ['MESSAGE_RETENTION_DAYS', '0', 'MESSAGE_RETENTION_DAYS must be at least 1.'],
  ['MESSAGE_RETENTION_DAYS', 'all', 'MESSAGE_RETENTION_DAYS must be a whole number of days.'],
  ['DELIVERY_RETENTION_DAYS', '0', 'DELIVERY_RETENTION_DAYS must be at least 1.'],
  ['AUDIT_RETENTION_DAYS', '0', 'AUDIT_RETENTION_DAYS must be at least 1.'],
  ['HISTORY_RETENTION_DAYS', '0', 'HISTORY_RETENTION_DAYS must be at least 1.'],
  ['HISTORY_THIN_DAYS', '30', 'HISTORY_THIN_DAYS must be at least 31: alert rules are tried on 30 days.'],
  ['ALLOW_PRIVATE_WEBHOOKS', 'lab', 'ALLOW_PRIVATE_WEBHOOKS must be 0 or 1.'],
  ['ALLOW_PRIVATE_PUSH', 'lab', 'ALLOW_PRIVATE_PUSH must be 0 or 1.'],
  ['PUBLIC_URL', 'spaceport.example', 'PUBLIC_URL must be an address that begins with http.'],
  ...[
    'https://example.com/iot',
    'https://example.com/?a',
    'https://example.com/#a',
    'https://a:b@example.com',
  ].map((address): [string, string, string] => [
    'PUBLIC_URL',
    address,
    'PUBLIC_URL must be the address of a host alone, like https://spaceport.example.com: the console works at its root only, without a path, a query and a password.',
  ]),
  [
    'LINK_WEBSITE',
    'javascript:alert(1)',
    'LINK_WEBSITE must be an address that begins with http, or a path that begins with /.',
  ],
  [
    'CONNECT_SRC',
    "'unsafe-inline'; script-src *",
    'CONNECT_SRC must be addresses with a space between them.',
  ],
  [
    'SMTP_URL',
    'mail.example.com',
    'SMTP_URL must be an address like smtp://user:password@mail.example.com:587.',
  ],
  ['SMTP_URL', 'smtp://mail.example.com', 'MAIL_FROM is required with SMTP_URL.'],
  [
    'MAIL_FROM',
    'Spaceport',
    'MAIL_FROM must be an e-mail address, or a name and an address like Spaceport <cloud@example.com>.',
  ],
  ['PASSWORD_MIN_LENGTH', '4', 'PASSWORD_MIN_LENGTH must be a whole number from 5 to 64.'],
  ['PASSWORD_MIN_LENGTH', '65', 'PASSWORD_MIN_LENGTH must be a whole number from 5 to 64.'],
  ['PASSWORD_REFUSE_COMMON', 'yes', 'PASSWORD_REFUSE_COMMON must be 0 or 1.'],
  ['HSTS', 'all', 'HSTS must be host, subdomains or preload.'],
  ['HSTS', 'subdomains', 'HSTS is for a PUBLIC_URL that begins with https.'],
  ['SIM_PROVIDER_URL', 'sims.example.com', 'SIM_PROVIDER_URL must be an address that begins with http.'],
  [
    'SIM_PROVIDER_URL',
    'https://me:secret@sims.example.com',
    'SIM_PROVIDER_URL must be an address without a password, a query and a hash; the token is SIM_PROVIDER_TOKEN.',
  ],
  ['SIM_PROVIDER_TOKEN', 'a b', 'SIM_PROVIDER_TOKEN must be printable characters without spaces.'],
  ['SIM_PROVIDER_TIMEOUT', 'soon', 'SIM_PROVIDER_TIMEOUT must be a number of seconds.'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be debug, info or error.'],
  ['LOG_FORMAT', 'xml', 'LOG_FORMAT must be text or json.'],
  [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'collector:4318',
    'OTEL_EXPORTER_OTLP_ENDPOINT must be an address that begins with http.',
  ],
])('%s=%s is refused with a sentence', (name, value, sentence) => {
  expect(() => readConfig({ [name]: value })).toThrow(new ConfigError(sentence))
})

test.each([
  [{ HOST: '0.0.0.0' }, false],
  [{ HOST: '::' }, false],
  [{ HOST: '192.168.1.5' }, false],
  [{ HOST: 'localhost' }, true],
  [{ HOST: '127.0.0.9' }, true],
  [{ HOST: '::1' }, true],
  [{ PUBLIC_URL: 'https://spaceport.example' }, false],
  [{ TRUST_PROXY: '1' }, false],
  [{ TRUST_PROXY: '1', PUBLIC_URL: 'http://localhost:8080' }, true],
])('%j is reachable only from this machine: %s', (env, loopback) => {
  expect(readConfig(env).loopback).toBe(loopback)
})

test.each([
  [{}, []],
  [{ PUBLIC_URL: 'https://spaceport.example/' }, ['spaceport.example']],
  [{ PUBLIC_URL: 'https://spaceport.example/', TRUST_PROXY: '1' }, ['spaceport.example']],
  [{ TRUST_PROXY: '1' }, null],
  [{ HOST: '0.0.0.0' }, null],
])('%j has the host names %j besides those of this machine', (env, hosts) => {
  expect(readConfig(env).hosts).toEqual(hosts)
})

test('texts and links of the product come from the environment', () => {
  expect(() => readConfig({ ACCENT_COLOR: 'blue' })).toThrow('ACCENT_COLOR must be a colour like #2b55d9.')
  expect(() => readConfig({ LOGO: 'https://other.example/logo.svg' })).toThrow('LOGO must be a path')
  const env = { PRODUCT_NAME: 'Acme', PRODUCT_PREFIX: 'acme', LINK_WEBSITE: 'https://acme.example' }
  expect(readConfig(env).console).toMatchObject({
    productName: 'Acme',
    productPrefix: 'acme',
    links: { documentation: null, website: 'https://acme.example', legacy: null },
  })
})

test('links use the public address', () => {
  const config = readConfig({ PUBLIC_URL: 'https://spaceport.example/' })
  expect([config.addressOn(8080), config.hsts]).toEqual(['https://spaceport.example', 'host'])
  // Browsers cannot open a link to a wildcard address.
  for (const HOST of ['0.0.0.0', '::', '::0', '0'])
    expect(readConfig({ HOST }).addressOn(80)).toBe('http://localhost:80')
  expect(readConfig({ HOST: '2001:db8::1' }).addressOn(80)).toBe('http://[2001:db8::1]:80')
  expect(readConfig({ HOST: '::', PUBLIC_URL: 'https://spaceport.example' }).isAddressLocal).toBe(false)
})

const KEYCLOAK = {
  OIDC_PROVIDERS: 'my-sso',
  OIDC_MY_SSO_ISSUER: 'https://sso.example.com',
  OIDC_MY_SSO_CLIENT_ID: 'a',
}

test('identity providers have defaults for all except the issuer and the client', () => {
  expect(readConfig(KEYCLOAK).providers).toEqual([
    {
      id: 'my-sso',
      name: 'My-sso',
      icon: expect.stringMatching(/^data:image\/svg/),
      issuer: 'https://sso.example.com',
      clientId: 'a',
      scope: 'openid email profile',
    },
  ])
  expect(readConfig({}).providers).toEqual([])
})

test.each([
  ['OIDC_PROVIDERS', 'Google', 'OIDC_PROVIDERS must be ids'],
  ['OIDC_PROVIDERS', 'my-sso,my-sso', 'OIDC_PROVIDERS must hold each id once'],
  ['OIDC_PROVIDERS', 'password', 'OIDC_PROVIDERS must not hold password or demo'],
  ['OIDC_MY_SSO_ISSUER', '', 'OIDC_MY_SSO_ISSUER is required'],
  [
    'OIDC_MY_SSO_ISSUER',
    'http://sso.example.com',
    'OIDC_MY_SSO_ISSUER must be an address that begins with https',
  ],
  ['OIDC_MY_SSO_CLIENT_ID', '', 'OIDC_MY_SSO_CLIENT_ID is required'],
  ['OIDC_MY_SSO_SCOPE', 'email', 'OIDC_MY_SSO_SCOPE must hold openid'],
  ['OIDC_MY_SSO_ICON', 'https://sso.example.com/icon.svg', 'OIDC_MY_SSO_ICON must be a path'],
])('%s %j of a provider stops the start: %s', (name, value, sentence) => {
  expect(() => readConfig({ ...KEYCLOAK, [name]: value })).toThrow(sentence)
})

test('an issuer on this machine may use http', () => {
  const local = { ...KEYCLOAK, OIDC_MY_SSO_ISSUER: 'http://localhost:8081' }
  expect(readConfig(local).providers[0]?.issuer).toBe('http://localhost:8081')
})

test('a SIM provider is configured by an address, with or without a slash at its end', () => {
  expect(readConfig({ SIM_PROVIDER_TOKEN: 'unused' }).sims).toBe(false)
  expect(
    readConfig({ SIM_PROVIDER_URL: 'http://localhost:9000/v1/', SIM_PROVIDER_TOKEN: 'a+b=' }).sims,
  ).toEqual({
    url: 'http://localhost:9000/v1',
    token: 'a+b=',
    timeout: 20_000,
  })
})

test('an archive is either a folder or a bucket with its key', () => {
  const days = { MESSAGE_RETENTION_DAYS: '90' }
  expect(readConfig(days).archive).toBe(false)
  expect(readConfig({ ...days, ARCHIVE_DIR: '/archive' }).archive).toEqual({ folder: '/archive' })
  const bucket = { ...days, ARCHIVE_S3_URL: 'https://s3.example.com/bucket/' }
  expect(() => readConfig(bucket)).toThrow('ARCHIVE_S3_ACCESS_KEY and ARCHIVE_S3_SECRET_KEY are required')
  const key = { ARCHIVE_S3_ACCESS_KEY: 'key', ARCHIVE_S3_SECRET_KEY: 'secret' }
  expect(readConfig({ ...bucket, ...key }).archive).toEqual({
    url: 'https://s3.example.com/bucket',
    accessKey: 'key',
    secretKey: 'secret',
    region: undefined,
  })
  expect(() => readConfig({ ...bucket, ...key, ARCHIVE_DIR: '/archive' })).toThrow('exclude each other')
})

test('values of histories are thinned before they are deleted', () => {
  const history = (thin: string, retention: string) =>
    readConfig({ HISTORY_THIN_DAYS: thin, HISTORY_RETENTION_DAYS: retention }).history
  expect(history('90', '730')).toEqual({ thinDays: 90, retentionDays: 730 })
  expect(() => history('90', '90')).toThrow('HISTORY_THIN_DAYS must be less than HISTORY_RETENTION_DAYS')
})

test('backups go to a folder or a bucket, at a time of day in a zone, and are kept by several rules', () => {
  const key = { BACKUP_S3_ACCESS_KEY: 'key', BACKUP_S3_SECRET_KEY: 'secret' }
  const bucket = { BACKUP_S3_URL: 'https://s3.example.com/bucket/', BACKUP_PASSPHRASE: 'long', ...key }
  expect(readConfig({ BACKUP_DIR: '/b', BACKUP_ENCRYPTION: '0' }).backup).toEqual({
    place: { folder: '/b' },
    at: { time: 2 * 3_600_000, zone: 'UTC' },
    keep: { last: 7, daily: 0, weekly: 0, monthly: 0 },
    isChecked: true,
  })
  const kept = {
    BACKUP_KEEP: '3',
    BACKUP_KEEP_DAILY: '7',
    BACKUP_KEEP_WEEKLY: '4',
    BACKUP_KEEP_MONTHLY: '12',
  }
  expect(readConfig({ ...bucket, ...kept, BACKUP_AT: '23:30 Europe/Prague' }).backup).toMatchObject({
    place: { url: 'https://s3.example.com/bucket', accessKey: 'key', secretKey: 'secret' },
    at: { time: 23.5 * 3_600_000, zone: 'Europe/Prague' },
    keep: { last: 3, daily: 7, weekly: 4, monthly: 12 },
  })
  expect(() => readConfig({ ...bucket, BACKUP_DIR: '/b' })).toThrow('BACKUP_DIR and BACKUP_S3_URL exclude')
  expect(() => readConfig({ ...bucket, BACKUP_S3_SECRET_KEY: '' })).toThrow('are required with BACKUP_S3_URL')
  expect(() => readConfig({ ...bucket, BACKUP_PASSPHRASE: '' })).toThrow(
    'BACKUP_PASSPHRASE is required with BACKUP_S3_URL',
  )
  for (const at of ['24:00', '2:00', '02:00 Moon/Base', 'noon'])
    expect(() => readConfig({ BACKUP_AT: at })).toThrow('BACKUP_AT must be a time like 02:00, which is UTC')
})
