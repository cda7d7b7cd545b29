import { chmodSync, writeFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { aFolder } from '../../tests/support/backups'
import { oddVariables, readConfig } from './config'
import { withValues } from './environment'

const folder = aFolder()
afterAll(folder.remove)
const secret = (name: string, text: string) => {
  writeFileSync(folder.at(name), text)
  return folder.at(name)
}

test('secrets are read from files, without a line feed at the end', () => {
  const config = readConfig({
    SMTP_URL_FILE: secret('smtp', 'smtp://user:password@mail.example.com\n'),
    MAIL_FROM: 'cloud@example.com',
    METRICS_TOKEN_FILE: secret('token', 'a-token-of-metrics\r\n'),
    BACKUP_PASSPHRASE_FILE: secret('passphrase', ' with spaces '),
    OIDC_PROVIDERS: 'my-sso',
    OIDC_MY_SSO_ISSUER: 'https://sso.example.com',
    OIDC_MY_SSO_CLIENT_ID: 'a',
    OIDC_MY_SSO_CLIENT_SECRET_FILE: secret('client', 'shh'),
    DATABASE_URL: 'postgres://db.example.com/spaceport',
    DATABASE_URL_FILE: '',
  })
  expect(config).toMatchObject({
    smtpUrl: 'smtp://user:password@mail.example.com',
    metricsToken: 'a-token-of-metrics',
    passphrase: ' with spaces ',
    databaseUrl: 'postgres://db.example.com/spaceport',
    providers: [{ clientSecret: 'shh' }],
  })
})

test('an unreadable file is named, and so is a secret that is set twice', () => {
  expect(() => readConfig({ SMTP_URL_FILE: '/no/such' })).toThrow(
    'SMTP_URL_FILE names /no/such, which cannot be read: there is no such file.',
  )
  expect(() => readConfig({ SMTP_URL_FILE: folder.at('') })).toThrow('it is a folder')
  expect(() => readConfig({ METRICS_TOKEN_FILE: secret('empty', '\n') })).toThrow('which is empty')
  expect(() =>
    readConfig({ METRICS_TOKEN: 'a-token-of-metrics', METRICS_TOKEN_FILE: secret('other', 'another') }),
  ).toThrow('METRICS_TOKEN and METRICS_TOKEN_FILE exclude each other')
  expect(() => readConfig({ DATABASE_URL_FILE: secret('url', 'mysql://secret') })).toThrow(
    /^DATABASE_URL must be an address like [^$]*$/,
  )
  chmodSync(folder.at('other'), 0o600)
})

test('a program with a value of a secret reads no file for it', () => {
  expect(withValues({ DATABASE_URL_FILE: '/secret', PORT: '1' }, { DATABASE_URL: 'postgres://x' })).toEqual({
    DATABASE_URL: 'postgres://x',
    DATABASE_URL_FILE: undefined,
    PORT: '1',
  })
})

test('similar but unknown names are reported with a suggestion, and without values', () => {
  const env = {
    BACKUP_DRI: 'secret',
    SMTP_ULR: 'secret',
    ARHCIVE_DIR: '',
    SMTP_HOST: 'of another program',
    OIDC_SSO_ISUER: 'secret',
    PUBLIC_URL_FILE: 'no secret',
    SMPT_URL_FILE: '/secret',
    DATABSE_URLFILE: '/secret',
    OIDC_SSO_CLIENT_SECRTE_FILE: '/secret',
    OIDC_SOS_CLIENT_SECRET_FILE: '',
  }
  expect(oddVariables({ ...env, OIDC_PROVIDERS: 'sso' })).toEqual([
    'ARHCIVE_DIR is no variable of this server, and does nothing. Did you mean ARCHIVE_DIR?',
    'BACKUP_DRI is no variable of this server, and does nothing. Did you mean BACKUP_DIR?',
    'DATABSE_URLFILE is no variable of this server, and does nothing. Did you mean DATABASE_URL_FILE?',
    'OIDC_SOS_CLIENT_SECRET_FILE is no variable of this server, and does nothing. Did you mean OIDC_SSO_CLIENT_SECRET_FILE?',
    'OIDC_SSO_CLIENT_SECRTE_FILE is no variable of this server, and does nothing. Did you mean OIDC_SSO_CLIENT_SECRET_FILE?',
    'OIDC_SSO_ISUER is no variable of this server, and does nothing. Did you mean OIDC_SSO_ISSUER?',
    'PUBLIC_URL_FILE is no variable of this server, and does nothing.',
    'SMPT_URL_FILE is no variable of this server, and does nothing. Did you mean SMTP_URL_FILE?',
    'SMTP_HOST is no variable of this server, and does nothing.',
    'SMTP_ULR is no variable of this server, and does nothing. Did you mean SMTP_URL?',
  ])
  // Unknown variables do not stop the start.
  expect(readConfig(env).backup).toBe(false)
})

test('known variables and unrelated ones are not reported', () => {
  const env = {
    BACKUP_DIR: '/b',
    SMTP_URL_FILE: '/s',
    OIDC_PROVIDERS: 'sso',
    OIDC_SSO_CLIENT_SECRET_FILE: '/o',
    OTEL_EXPORTER_OTLP_HEADERS: 'a=b',
    HOME: '/root',
    MAIL: '/var/mail/root',
    LOGNAME: 'root',
    NODE_ENV: 'production',
    npm_config_user_agent: 'npm',
    XDG_DATA_DIRS: '/usr/share',
  }
  expect(oddVariables(env)).toEqual([])
})
