import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from '../../config-error.ts'

function faultsOf(environment: Record<string, string>): string {
  try {
    readConfig(environment)
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.message
  }
  return ''
}

const realMail = { SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'shop@shop.example' }
const goodSecret = '0123456789abcdef'.repeat(3)
const realIssuer = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'shop', OIDC_CLIENT_SECRET: 'hidden' }
const realPayments = { STRIPE_SECRET_KEY: 'sk_test_hidden', STRIPE_WEBHOOK_SECRET: 'whsec_hidden' }
const livePayments = { ...realPayments, STRIPE_SECRET_KEY: 'sk_live_hidden' }
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.example',
  SCREENING: 'off',
  ...realMail,
  ...livePayments,
}

const loopbackBases = ['http://127.0.0.1:12111', 'http://127.8.9.10', 'http://[::1]:12111', 'https://localhost:12111']

describe('the configuration', () => {
  it('of an empty environment is a sandbox on loopback', () => {
    const config = readConfig({}, '/srv/shop')
    assert.equal(config.host, '127.0.0.1')
    assert.equal(config.port, 3000)
    assert.equal(config.publicUrl, 'http://localhost:3000')
    assert.equal(config.dataDir, '/srv/shop/data')
    assert.equal(config.defaultCountry, 'US')
    assert.deepEqual(config.sandbox, { mail: true, payment: true, time: true })
  })

  it('keeps the erasure log in the data folder, and evidence for five years, by default', () => {
    const { erasureLogFile, retentionYears } = readConfig({ DATA_DIR: 'there' }, '/srv/shop')
    assert.deepEqual([erasureLogFile, retentionYears], ['/srv/shop/there/forgotten.ledger', 5])
    const told = readConfig({ FORGOTTEN_LEDGER: '/mnt/ledger/forgotten', RETENTION_YEARS: '10' }, '/srv/shop')
    assert.deepEqual([told.erasureLogFile, told.retentionYears], ['/mnt/ledger/forgotten', 10])
    assert.equal(
      faultsOf({ FORGOTTEN_LEDGER: 'https://ledger.example/log' }),
      'FORGOTTEN_LEDGER must be the path of a file, not a URL',
    )
    for (const years of ['0', '1.5', '101', 'for ever'])
      assert.equal(
        faultsOf({ RETENTION_YEARS: years }),
        'RETENTION_YEARS must be a whole number of years from 1 to 100',
      )
  })

  it('accepts only addresses and networks as trusted proxies', () => {
    readConfig({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8 ::1 fd00::/8 loopback' })
    assert.match(faultsOf({ SECRET: 'a'.repeat(32) }), /^SECRET must be random/)
    assert.match(faultsOf({ SECRET: `${'abcdefg'.repeat(5)},${goodSecret}` }), /^SECRET must be random/)
    // An operator replaces a weak secret by putting another before it.
    assert.equal(readConfig({ SECRET: `${goodSecret},${'a'.repeat(32)}` }).secrets?.length, 2)
    for (const TRUSTED_PROXIES of [
      '0.0.0.0/0',
      '::/0',
      '10.0.0.0/8, 0.0.0.0/1',
      '128.0.0.0/1',
      '2000::/3',
      '0.0.0.0/00',
    ])
      assert.match(
        faultsOf({ TRUSTED_PROXIES }),
        /^TRUSTED_PROXIES must not contain a network as large as/,
        TRUSTED_PROXIES,
      )
    for (const TRUSTED_PROXIES of ['proxy.internal', '10.0.0.0/33', '10.0.0', '127.0.0.1/', '*', 'true'])
      assert.match(faultsOf({ TRUSTED_PROXIES }), /^TRUSTED_PROXIES must be addresses or networks/, TRUSTED_PROXIES)
  })

  it('treats an empty value as missing', () => {
    assert.equal(readConfig({ DATABASE_URL: ' ', PORT: '' }).databaseUrl, null)
  })

  it('names every faulty variable together', () => {
    const wrong = {
      PORT: '99999',
      PUBLIC_URL: 'shop.example',
      DATABASE_URL: 'mysql://somewhere',
      SECRET: 'short',
      SMTP_URL: 'http://mail',
      ADMIN_EMAIL: 'nobody',
      CLOCK_START: 'tomorrow',
      RATE_LIMIT_FACTOR: '0',
      DEFAULT_COUNTRY: 'usa',
      SCREENING: 'no',
      SANDBOX: 'yes',
    }
    const message = faultsOf(wrong)
    for (const name of [...Object.keys(wrong), 'MAIL_FROM'])
      assert.equal(message.split('\n').filter((line) => line.startsWith(`${name} `)).length, 1, name)
  })

  it('accepts one sender, as the mail server needs it', () => {
    const withSender = (MAIL_FROM: string) => ({ ...realMail, MAIL_FROM })
    for (const from of ['shop@shop.example', 'Shop <shop@shop.example>', '"Shop, Ltd" <shop@shop.example>'])
      assert.equal(readConfig(withSender(from)).mailFrom, from)
    for (const from of ['a@b.example, c@d.example', 'Shop <a@b.example>, <c@d.example>', 'shop', 'Shop shop@b.example'])
      assert.match(faultsOf({ ...withSender(from), PORT: '0' }), /^PORT .*\nMAIL_FROM must be one email address/, from)
  })

  it('refuses a public URL with more than a host, which would be dropped', () => {
    assert.equal(readConfig({ PUBLIC_URL: 'http://localhost:4000/' }).publicUrl, 'http://localhost:4000')
    for (const more of ['/shop', '/shop/', '/?from=ad', '/#top'])
      assert.match(faultsOf({ PUBLIC_URL: `http://localhost:4000${more}` }), /^PUBLIC_URL must have no path/, more)
    assert.match(faultsOf({ PUBLIC_URL: 'http://ann@localhost' }), /^PUBLIC_URL must have no path/)
  })

  it('names the missing ones of settings that go together', () => {
    assert.match(faultsOf({ SMTP_URL: 'smtp://mail.example' }), /MAIL_FROM is missing/)
    assert.match(faultsOf({ OIDC_ISSUER: 'https://id.example' }), /OIDC_CLIENT_ID is missing[\s\S]*OIDC_CLIENT_SECRET/)
    assert.match(faultsOf({ OIDC_CLIENT_AUTH: 'post' }), /OIDC_ISSUER is missing/)
    assert.match(faultsOf({ ADMIN_PASSWORD: 'a password of hers' }), /ADMIN_EMAIL is missing/)
    assert.deepEqual(readConfig({ ADMIN_EMAIL: 'ann@shop.example' }).admin, {
      email: 'ann@shop.example',
      password: null,
    })
    assert.match(faultsOf({ DATABASE_URL: 'postgres://db/shop' }), /SECRET is missing/)
    // If the database was embedded before, another secret would lose the data that is encrypted in it.
    const dataDir = mkdtempSync(join(tmpdir(), 'tillhouse-config-'))
    writeFileSync(join(dataDir, 'secret'), goodSecret)
    const moved = { DATA_DIR: dataDir, DATABASE_URL: 'postgres://localhost/shop' }
    assert.match(faultsOf(moved), new RegExp(`^SECRET is missing: .* set SECRET_FILE=${join(dataDir, 'secret')}, or`))
    assert.deepEqual(readConfig({ ...moved, SECRET_FILE: join(dataDir, 'secret') }).secrets, [goodSecret])
    rmSync(dataDir, { recursive: true })
    assert.match(faultsOf({ MIGRATE_DATABASE_URL: 'postgres://db/shop' }), /DATABASE_URL is missing/)
  })

  it('requires a second factor for administrators, except in a sandbox on this machine', () => {
    const real = { ...realMail, ...realIssuer, ...realPayments, SCREENING: 'off' }
    assert.equal(readConfig({}).adminMfa, false)
    assert.equal(readConfig({ PUBLIC_URL: 'http://127.0.0.1:4000' }).adminMfa, false)
    assert.equal(readConfig({ ADMIN_MFA: 'required' }).adminMfa, true)
    assert.equal(readConfig({ PUBLIC_URL: 'https://shop.example', SANDBOX: 'allow' }).adminMfa, true)
    assert.equal(readConfig({ PUBLIC_URL: 'https://shop.example', SANDBOX: 'allow', ADMIN_MFA: 'off' }).adminMfa, false)
    assert.equal(readConfig(real).adminMfa, true)
    assert.match(faultsOf({ ...real, ADMIN_MFA: 'off' }), /ADMIN_MFA is off, which is only allowed/)
    assert.equal(readConfig({ ...realIssuer, OIDC_ADMIN_ACR: 'urn:two' }).adminMfa, true)
    assert.match(faultsOf({ OIDC_ADMIN_ACR: 'urn:two' }), /OIDC_ISSUER is missing/)
    assert.match(faultsOf({ ...realIssuer, OIDC_ADMIN_ACR: 'urn:two', ADMIN_MFA: 'off' }), /set only one of them/)
  })

  it('keeps the sandbox off the network', () => {
    assert.match(faultsOf({ HOST: '0.0.0.0' }), /HOST/)
    assert.equal(readConfig({ ...realMail, ...realIssuer, ...realPayments, SCREENING: 'off' }).host, '0.0.0.0')
  })

  it('rejects a part of the sandbox at a public address, unless SANDBOX allows it', () => {
    const behindProxy = { PUBLIC_URL: 'https://shop.example', TRUSTED_PROXIES: '127.0.0.1' }
    for (const NODE_ENV of ['', 'development', 'test'])
      for (const [real, parts] of [
        [{}, 'mail, payments and the clock are'],
        [realMail, 'payments and the clock are'],
        [{ ...realMail, ...realIssuer }, 'payments are'],
        [realPayments, 'mail is'],
      ] as const) {
        const environment = { ...behindProxy, ...real, NODE_ENV }
        assert.equal(
          faultsOf(environment),
          `PUBLIC_URL is not on this machine, and ${parts} simulated: set the real services and NODE_ENV=production, or SANDBOX=allow for a demonstration`,
        )
        readConfig({ ...environment, SANDBOX: 'allow' })
      }
    for (const PUBLIC_URL of ['http://localhost:3000', 'http://127.8.9.10', 'http://[::1]:3000'])
      readConfig({ PUBLIC_URL })
  })

  it('requires lists, or a setting that there are none, if no part of the sandbox is on', () => {
    const real = { ...realMail, ...realPayments }
    for (const NODE_ENV of ['', 'development', 'test'])
      assert.equal(
        faultsOf({ ...real, NODE_ENV }),
        'SCREENING_DIR is missing: official lists are required when no part of the sandbox is on (or set SCREENING=off)',
      )
    for (const screening of [{ SCREENING: 'off' }, { SCREENING_DIR: 'lists' }]) readConfig({ ...real, ...screening })
    const { SCREENING: _off, ...unlisted } = production
    assert.match(faultsOf({ ...unlisted, SANDBOX: 'allow', ...realIssuer }), /^SCREENING_DIR is missing/)
  })

  it('accepts unencrypted connections in production only on this machine', () => {
    const db = { SECRET: goodSecret }
    const plain = {
      PUBLIC_URL: 'http://shop.example',
      OIDC_ISSUER: 'http://id.example',
      STRIPE_API_BASE: 'http://10.0.0.1',
    }
    for (const [name, value] of Object.entries(plain)) {
      const rest = { ...realIssuer, ...db, [name]: value }
      assert.equal(
        faultsOf({ ...production, ...rest }),
        `${name} must start with https:// in production, unless it is on this machine`,
      )
      readConfig({
        ...production,
        ...rest,
        [name]: 'http://127.0.0.1:4000',
        STRIPE_TEST_MODE: 'allow',
        ...realPayments,
      })
    }
    for (const name of ['DATABASE_URL', 'MIGRATE_DATABASE_URL', 'MOVE_TO_DATABASE_URL']) {
      const rest = { ...production, ...db, DATABASE_URL: 'postgres://localhost/shop' }
      for (const url of [
        'postgres://db.internal/shop',
        'postgres://10.0.0.1/shop?application_name=x',
        'postgres://a/b?host=db',
        'postgres://db.internal/shop?sslmode=allow',
        'postgres://db.internal/shop?sslmode=prefer',
      ])
        assert.equal(
          faultsOf({ ...rest, [name]: url }),
          `${name} does not require TLS: in production add ?sslmode=verify-full, or ?sslmode=disable on a network that no one else can read`,
        )
      for (const url of [
        'postgres://db.internal/shop?sslmode=verify-full',
        'postgres://db.internal/shop?sslmode=require',
        'postgres://db.internal/shop?sslmode=disable',
        'postgres://db.internal/shop?ssl=true',
        'postgres://127.0.0.1/shop',
        'postgres://[::1]/shop',
        'postgres:///shop?host=/run/postgresql',
        'postgres://shop@%2Frun%2Fpostgresql/shop',
      ])
        readConfig({ ...rest, [name]: url })
      readConfig({ ...db, DATABASE_URL: 'postgres://localhost/shop', [name]: 'postgres://db.internal/shop' })
    }
    const requireTLS = { ...production, SMTP_URL: 'smtp://mail.example?requireTLS=false' }
    assert.match(faultsOf(requireTLS), /^SMTP_URL contains requireTLS=false: /)
    readConfig({ ...requireTLS, SMTP_URL: 'smtp://127.0.0.1?requireTLS=false' })
    readConfig({ ...requireTLS, NODE_ENV: '', ...realPayments, SCREENING: 'off' })
  })

  it('accepts BACKUP_DIR for the embedded database only', { skip: process.platform === 'win32' }, () => {
    assert.equal(readConfig({ BACKUP_DIR: 'backups' }, '/srv').backupDir, '/srv/backups')
    assert.equal(readConfig({}).backupDir, null)
    assert.match(
      faultsOf({ BACKUP_DIR: '/srv/backups', DATABASE_URL: 'postgres://db/shop', SECRET: goodSecret }),
      /^BACKUP_DIR is for the embedded database: remove it/m,
    )
  })

  it('reads each variable from the file named by its _FILE variable', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tillhouse-config-'))
    const file = join(folder, 'value')
    const secret = goodSecret
    writeFileSync(file, `${secret}\n`)
    assert.deepEqual(readConfig({ SECRET_FILE: file }).secrets, [secret])
    assert.deepEqual(readConfig({ SECRET_FILE: 'value' }, folder).secrets, [secret])
    assert.equal(
      faultsOf({ SECRET_FILE: file, SECRET: secret }),
      'SECRET and SECRET_FILE are both set: set one of them',
    )
    assert.equal(
      faultsOf({ ...realPayments, STRIPE_WEBHOOK_SECRET_FILE: join(folder, 'none') }),
      'STRIPE_WEBHOOK_SECRET and STRIPE_WEBHOOK_SECRET_FILE are both set: set one of them',
    )
    assert.equal(faultsOf({ SECRET_FILE: join(folder, 'none') }), 'SECRET_FILE cannot be read (ENOENT)')
    assert.match(faultsOf({ PORT_FILE: file }), /^PORT must be a number/)
    writeFileSync(file, '\n')
    assert.equal(faultsOf({ SECRET_FILE: file }), 'SECRET_FILE names an empty file')
    rmSync(folder, { recursive: true })
  })

  it('rejects a moved clock and raised limits with real integrations', () => {
    const real = { ...realMail, ...realIssuer, ...realPayments }
    assert.match(faultsOf({ ...real, CLOCK_START: '2026-12-24T00:00:00Z' }), /CLOCK_START/)
    assert.match(faultsOf({ ...real, RATE_LIMIT_FACTOR: '2' }), /RATE_LIMIT_FACTOR/)
  })

  it('requires lists in production, or a setting that there are none', () => {
    const { SCREENING: _off, ...listed } = { ...production, SCREENING_DIR: 'lists' }
    assert.deepEqual(readConfig(listed, '/srv/shop').screening, {
      off: false,
      folder: '/srv/shop/lists',
      fetch: false,
      mirror: null,
      hold: null,
      look: null,
      lookHolds: true,
      debounceMs: 2000,
    })
    const { SCREENING_DIR: _dir, ...unlisted } = listed
    assert.match(faultsOf(unlisted), /^SCREENING_DIR is missing: official lists are required/)
    assert.match(
      faultsOf({ SCREENING: 'off', SCREENING_DIR: 'lists' }),
      /^SCREENING is off, but SCREENING_DIR names a list folder/,
    )
    assert.match(faultsOf({ SCREENING_HOLD: '0.7', SCREENING_LOOK: '0.8' }), /^SCREENING_LOOK must not be greater/)
    assert.equal(
      faultsOf({ SCREENING_LOOK: '0.9' }),
      'SCREENING_LOOK must not be greater than SCREENING_HOLD, which is 0.82',
    )
    assert.match(faultsOf({ SCREENING: 'off', SCREENING_FETCH: 'daily' }), /SCREENING_FETCH needs SCREENING_DIR/)
    assert.equal(readConfig({}).screening.lookHolds, false)
    assert.equal(readConfig(listed).screening.lookHolds, true)
    assert.equal(readConfig({ ...listed, SCREENING_LOOK_HOLDS: 'off' }).screening.lookHolds, false)
    for (const name of ['SCREENING_HOLD', 'SCREENING_LOOK', 'SCREENING_SETTLE'])
      for (const value of ['0', '-1', 'much', '1000'])
        assert.match(faultsOf({ [name]: value }), new RegExp(`^${name} must be`))
  })

  it('turns every part of the sandbox off in production, unless a setting allows it', () => {
    assert.deepEqual(readConfig(production).sandbox, { mail: false, payment: false, time: false })
    assert.match(
      faultsOf({ NODE_ENV: 'production' }),
      /SMTP_URL[\s\S]*STRIPE_SECRET_KEY[\s\S]*PUBLIC_URL[\s\S]*SCREENING/,
    )
    assert.deepEqual(readConfig({ NODE_ENV: 'production', SANDBOX: 'allow' }).sandbox, {
      mail: true,
      payment: true,
      time: true,
    })
  })

  it('accepts the settings of a payment provider only if one is configured', () => {
    assert.match(faultsOf({ STRIPE_SECRET_KEY: 'sk_test_hidden' }), /STRIPE_WEBHOOK_SECRET is missing/)
    assert.match(faultsOf({ STRIPE_API_BASE: 'https://api.example' }), /STRIPE_SECRET_KEY is missing/)
    for (const [name, value, words] of [
      ['STRIPE_AUTOMATIC_TAX', 'on', '"on", "off" or unset'],
      ['STRIPE_PROMOTION_CODES', 'on', '"on", "off" or unset'],
      ['STRIPE_TEST_MODE', 'allow', '"allow" or unset'],
    ] as const) {
      assert.match(faultsOf({ [name]: value }), /STRIPE_SECRET_KEY is missing/)
      assert.equal(faultsOf({ ...realPayments, [name]: 'yes' }), `${name} must be ${words}`)
    }
  })

  it('accepts both words for every switch, also the one that is its default', () => {
    for (const name of [
      'DATABASE_PREPARE',
      'SCREENING',
      'SCREENING_LOOK_HOLDS',
      'REVIEW_TWO',
      'STRIPE_AUTOMATIC_TAX',
      'STRIPE_PROMOTION_CODES',
    ]) {
      for (const value of ['on', 'off']) assert.equal(faultsOf({ ...realPayments, [name]: value }), '', name)
      assert.match(faultsOf({ ...realPayments, [name]: 'yes' }), new RegExp(`^${name} must be "on", "off" or unset$`))
    }
    assert.equal(faultsOf({ STRIPE_AUTOMATIC_TAX: 'off', STRIPE_PROMOTION_CODES: 'off' }), '')
    assert.equal(readConfig({ DATABASE_PREPARE: 'on' }).databasePrepare, true)
    assert.equal(readConfig({ SCREENING: 'on' }).screening.off, false)
    assert.equal(readConfig({ ...realPayments, STRIPE_AUTOMATIC_TAX: 'off' }).stripe?.automaticTax, false)
  })

  it('refuses a database whose password is not percent-encoded, and shows nothing of it', () => {
    const start = (DATABASE_URL: string) => faultsOf({ DATABASE_URL, SECRET: goodSecret })
    for (const password of [
      'p@ss/hidden',
      'p/hidden',
      '12/hidden',
      'p?hidden',
      '12?hidden',
      'p#hidden',
      '12#hidden',
      'p%hidden',
      '%ffhidden',
    ]) {
      const message = start(`postgres://u:${password}@host:5432/db`)
      assert.match(message, /^DATABASE_URL must be a URL .*: percent-encode special characters in user and password$/)
      assert.ok(!message.includes('hidden'), message)
    }
    for (const good of [
      'postgres://u:p%40ss%2Fword@host:5432/db?sslmode=disable',
      'postgres://u@localhost/db?host=%2Fvar%2Frun%2Fpostgresql',
      'postgresql://host/db?user=u%40host&password=p@ss',
    ])
      assert.equal(start(good), '', good)
    assert.match(start('mysql://host/db'), /^DATABASE_URL must be a URL that starts with postgres:/)
  })

  it('accepts a DATABASE_URL beside the variables that deploy/compose.yaml sets', () => {
    const file = readFileSync(join(import.meta.dirname, '../../../deploy/compose.yaml'), 'utf8')
    const [, block = ''] = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(file) ?? []
    const { SECRET_FILE, ...set } = Object.fromEntries(
      [...block.matchAll(/^ {6}(\w+): (.+)$/gm)].map(([, name = '', value = '']) => [name, value]),
    )
    assert.ok(SECRET_FILE)
    assert.equal(faultsOf({ ...set, SECRET: goodSecret, DATABASE_URL: 'postgres://u:p@host:5432/db' }), '')
  })

  it('refuses a mail server whose password is not percent-encoded, and shows nothing of it', () => {
    const start = (SMTP_URL: string) => faultsOf({ SMTP_URL, MAIL_FROM: 'shop@shop.example' })
    for (const password of ['100%hidden', '100%', '%ffhidden', 'p/hidden', '12/hidden', '12#hidden']) {
      const message = start(`smtp://user:${password}@mail.example:587`)
      assert.match(message, /^SMTP_URL must be a URL .*: percent-encode special characters in user and password$/)
      assert.ok(!message.includes('hidden'), message)
    }
    for (const good of [
      'smtp://shop%40shop.example:100%25safe@mail.example:587?requireTLS=true',
      'smtps://mail.example',
      'smtp://user:p@ss@[::1]:25',
    ])
      assert.equal(start(good), '', good)
    assert.match(start('http://mail.example'), /^SMTP_URL must be a URL that starts with smtp:\/\/ or smtps:\/\/$/)
  })

  it('refuses a default country that no form offers', () => {
    assert.equal(readConfig({ DEFAULT_COUNTRY: 'DE' }).defaultCountry, 'DE')
    for (const country of ['XX', 'de', 'usa'])
      assert.match(faultsOf({ DEFAULT_COUNTRY: country }), /^DEFAULT_COUNTRY must be the two-letter code of a country/)
  })

  it('offers promotion codes only if the operator turns them on', () => {
    assert.equal(readConfig(realPayments).stripe?.promotionCodes, false)
    assert.equal(readConfig({ ...realPayments, STRIPE_PROMOTION_CODES: 'on' }).stripe?.promotionCodes, true)
  })

  it('accepts CLOCK_START with a payment key only while the API base is on loopback', () => {
    const CLOCK_START = '2026-12-24T00:00:00Z'
    for (const STRIPE_API_BASE of loopbackBases)
      for (const STRIPE_SECRET_KEY of ['sk_test_hidden', 'sk_live_hidden', 'anything']) {
        const config = readConfig({ ...realPayments, ...realMail, STRIPE_SECRET_KEY, STRIPE_API_BASE, CLOCK_START })
        assert.deepEqual(config.clockStart, new Date(CLOCK_START))
        assert.deepEqual(config.sandbox, { mail: false, payment: false, time: true })
        assert.equal(config.host, '127.0.0.1')
      }
    for (const STRIPE_API_BASE of ['', 'https://proxy.internal', 'http://10.0.0.1', 'http://127.0.0.1.example'])
      assert.match(faultsOf({ ...realPayments, STRIPE_API_BASE, CLOCK_START }), /^CLOCK_START /)
    const mock = { ...realPayments, STRIPE_API_BASE: 'http://127.0.0.1:12111', CLOCK_START }
    assert.match(faultsOf({ ...mock, ...realIssuer }), /^CLOCK_START /)
    assert.match(faultsOf({ ...mock, HOST: '0.0.0.0' }), /^HOST must be a loopback address/)
    assert.match(faultsOf({ ...production, ...mock, STRIPE_TEST_MODE: 'allow' }), /^CLOCK_START /)
    const demonstration = { ...production, ...mock, SANDBOX: 'allow' }
    for (const STRIPE_TEST_MODE of ['', 'allow'])
      assert.equal(readConfig({ ...demonstration, STRIPE_TEST_MODE }).sandbox.time, true)
  })

  it('accepts only secret and restricted keys, unless the API base is on loopback', () => {
    for (const key of ['sk_test_1', 'rk_test_1']) readConfig({ ...realPayments, STRIPE_SECRET_KEY: key })
    for (const key of ['sk_live_1', 'rk_live_1']) readConfig({ ...production, STRIPE_SECRET_KEY: key })
    for (const key of ['sk_1', 'whsec_1', 'SK_TEST_1', 'sk_test_'])
      assert.match(faultsOf({ ...realPayments, STRIPE_SECRET_KEY: key }), /^STRIPE_SECRET_KEY must start with sk_test_/)
    for (const key of ['pk_live_1', 'pk_test_1'])
      assert.match(faultsOf({ ...production, STRIPE_SECRET_KEY: key }), /^STRIPE_SECRET_KEY is a publishable key: /)
    for (const STRIPE_API_BASE of loopbackBases)
      readConfig({ STRIPE_API_BASE, STRIPE_SECRET_KEY: 'pk_any', STRIPE_WEBHOOK_SECRET: 'any,other' })
  })

  it('accepts only signing secrets for webhooks, unless the API base is on loopback', () => {
    const message = /^STRIPE_WEBHOOK_SECRET must be one or more signing secrets, each starting with whsec_$/
    for (const secret of ['hidden', 'whsec_new,old', 'we_1', 'whsec_'])
      assert.match(faultsOf({ ...realPayments, STRIPE_WEBHOOK_SECRET: secret }), message)
    const two = readConfig({ ...realPayments, STRIPE_WEBHOOK_SECRET: 'whsec_new, whsec_old' })
    assert.deepEqual(two.stripe?.webhookSecrets, ['whsec_new', 'whsec_old'])
  })

  it('refuses a test key in production, unless STRIPE_TEST_MODE allows it, which every page then states', () => {
    for (const key of ['sk_test_1', 'rk_test_1']) {
      const test = { ...production, STRIPE_SECRET_KEY: key }
      assert.match(faultsOf(test), /^STRIPE_SECRET_KEY is a test key: .* STRIPE_TEST_MODE=allow/)
      assert.equal(readConfig({ ...test, STRIPE_TEST_MODE: 'allow' }).testMode, true)
    }
    for (const STRIPE_API_BASE of loopbackBases)
      for (const key of ['sk_test_1', 'sk_live_1', 'anything']) {
        const local = { ...production, STRIPE_SECRET_KEY: key, STRIPE_API_BASE }
        for (const allowed of [{}, { SANDBOX: 'allow', ...realIssuer }]) {
          assert.match(
            faultsOf({ ...local, ...allowed }),
            /^STRIPE_API_BASE is on this machine, .* STRIPE_TEST_MODE=allow/,
          )
          assert.equal(readConfig({ ...local, ...allowed, STRIPE_TEST_MODE: 'allow' }).testMode, true)
        }
        // Then the clock is a part of the sandbox.
        const { host, testMode } = readConfig({ ...local, SANDBOX: 'allow' })
        assert.deepEqual([host, testMode], ['127.0.0.1', false])
      }
    assert.equal(readConfig(production).testMode, false)
    assert.equal(readConfig(realPayments).testMode, false)
    assert.match(faultsOf({ ...production, STRIPE_TEST_MODE: 'allow' }), /^STRIPE_TEST_MODE requires a test key/)
  })

  it('rejects an address of Stripe’s API with more than an origin, because the rest would be ignored', () => {
    for (const rest of ['/stripe', '/v1/', '/?key=1', '/#v1'])
      assert.match(
        faultsOf({ ...realPayments, STRIPE_API_BASE: `https://proxy.internal${rest}` }),
        /^STRIPE_API_BASE must have no path, query, fragment or user name, such as/,
      )
    assert.match(
      faultsOf({ ...realPayments, STRIPE_API_BASE: 'https://me@proxy.internal' }),
      /^STRIPE_API_BASE must have/,
    )
    for (const STRIPE_API_BASE of ['https://proxy.internal', 'https://proxy.internal/', 'https://proxy.internal:8443'])
      assert.equal(readConfig({ ...realPayments, STRIPE_API_BASE }).stripe?.apiBase, STRIPE_API_BASE)
  })

  it('refuses a live key outside production, unless the API base is on loopback', () => {
    for (const NODE_ENV of ['', 'development', 'test'])
      assert.match(
        faultsOf({ ...realMail, ...livePayments, NODE_ENV }),
        /^STRIPE_SECRET_KEY is a live key: set NODE_ENV=production/,
      )
    readConfig({ ...livePayments, STRIPE_API_BASE: 'http://localhost:12111' })
  })

  it('rejects an unknown NODE_ENV', () => {
    for (const NODE_ENV of ['development', 'test']) readConfig({ NODE_ENV })
    for (const NODE_ENV of ['prod', 'Production', 'staging'])
      assert.equal(faultsOf({ NODE_ENV }), 'NODE_ENV must be "production", "development" or "test", or unset')
  })

  it('accepts several secrets, newest first', () => {
    const [newer, older] = [goodSecret, 'o'.repeat(32)]
    assert.deepEqual(readConfig({ SECRET: `${newer}, ${older}` }).secrets, [newer, older])
  })

  it('never contains a value in a message', () => {
    assert.doesNotMatch(faultsOf({ SECRET: 'hush-hush', DATABASE_URL: 'http://user:pass-word@db' }), /hush|pass-word/)
    assert.doesNotMatch(faultsOf({ STRIPE_SECRET_KEY: 'pk_hush', STRIPE_WEBHOOK_SECRET: 'hush' }), /hush/)
  })
})
