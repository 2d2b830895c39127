import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'vitest'
import { text } from 'node:stream/consumers'
import { Stripe } from 'stripe'
import { root } from '../../../scripts/run.ts'
import { startEmbedded } from '../../../server/database/embedded/embedded.ts'
import { webhookEvents } from '../../../server/adapters/payments/webhook-events.ts'
import { examine, within, type Finding } from '../../../server/app/cli/doctor.ts'
import { formatReport } from '../../../server/app/cli/report.ts'
import { givenAFolder } from '../../support/given-folder.ts'
import { useCluster } from '../../support/cluster.ts'
import { givenAShop, secret } from '../../support/given.ts'
import { aPrice, givenAScriptedStripe, listOf } from '../../support/billing/scripted-stripe.ts'

const cluster = await useCluster()
const scripted = await givenAScriptedStripe()
const folder = givenAFolder()
const yearly = { interval: 'year', interval_count: 1, usage_type: 'licensed', meter: null }
const prices = [
  aPrice('analytics-weekly', { unit_amount: 4900, recurring: { ...yearly, interval: 'week' } }),
  aPrice('analytics-monthly', { unit_amount: 14_900 }),
  aPrice('analytics-annual', { unit_amount: 118_800, recurring: yearly }),
  aPrice('statistics-annual', { unit_amount: 58_800, recurring: yearly }),
]
const on = { enabled: true }
scripted.answers['/v1/products'] = listOf()
scripted.answers['/v1/billing_portal/configurations'] = listOf({
  features: {
    invoice_history: on,
    payment_method_update: on,
    subscription_cancel: { ...on, mode: 'at_period_end' },
    subscription_update: {
      ...on,
      default_allowed_updates: ['price'],
      proration_behavior: 'always_invoice',
      trial_update_behavior: 'continue_trial',
      products: [{ product: 'prod_analytics', prices: prices.map(({ id }) => id) }],
    },
  },
})
scripted.answers['/v1/webhook_endpoints'] = listOf({
  url: 'https://shop.example/webhooks/stripe',
  status: 'enabled',
  api_version: Stripe.API_VERSION,
  enabled_events: webhookEvents,
})
const payments = {
  STRIPE_SECRET_KEY: 'sk_test_scripted',
  STRIPE_WEBHOOK_SECRET: 'whsec_scripted',
  STRIPE_API_BASE: scripted.apiBase,
}
/** With these no part of the sandbox is on. */
const realServices = {
  ...payments,
  OIDC_ISSUER: 'https://id.example',
  OIDC_CLIENT_ID: 'shop',
  OIDC_CLIENT_SECRET: 'a secret',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'shop@shop.example',
  SCREENING: 'off',
}
scripted.answers['/v1/prices'] = listOf(...prices)
const shop = await givenAShop(payments, cluster)
const of = (lines: Finding[], about: string) =>
  lines.filter((line) => line.about === about).map(({ level, sentence }) => `${level} ${sentence}`)

test('doctor reports no fault of a sandbox that was never started, and creates nothing', async () => {
  const lines = await examine({}, folder)
  assert.deepEqual(
    lines.map(({ level, about }) => [level, about]),
    [
      ['ok', 'configuration'],
      ['ok', 'catalogue'],
      ['ok', 'database'],
      ['ok', 'key'],
    ],
  )
  assert.equal(formatReport(lines).exitCode, 0)
  assert.deepEqual(readdirSync(folder), [])
})

test('doctor names the folders, the address and the password that would stop a start, and creates nothing', async () => {
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  const below = join(file, 'below')
  const missing = join(folder, 'missing/ledger')
  const environment = {
    DATA_DIR: below,
    BACKUP_DIR: below,
    FORGOTTEN_LEDGER: missing,
    ADMIN_EMAIL: 'ann@shop.example',
    ADMIN_PASSWORD: 'password123',
  }
  const about = async (what: string, changes: object) => of(await examine({ ...changes }, folder, {}), what)
  assert.deepEqual(await about('folders', environment), [
    `fault DATA_DIR names ${below}, which cannot be created (ENOTDIR)`,
    `fault BACKUP_DIR names ${below}, which cannot be created (ENOTDIR)`,
    `fault FORGOTTEN_LEDGER cannot be written (ENOENT): ${missing}`,
  ])
  const copied = { SCREENING_DIR: file }
  assert.deepEqual(await about('folders', copied), [])
  assert.deepEqual(await about('folders', { ...copied, SCREENING_FETCH: 'daily' }), [
    `fault SCREENING_DIR names ${file}, which is not a folder`,
  ])
  assert.match((await about('configuration', environment)).join('\n'), /^fault ADMIN_PASSWORD: /m)
  // An address of documentation (rfc-editor.org/rfc/rfc5737), which no machine has.
  const real = { ...realServices, HOST: '192.0.2.1' }
  assert.deepEqual(await about('host', real), [
    'fault 192.0.2.1 is not an address of this machine: set HOST to one that is.',
  ])
  rmSync(file)
  assert.deepEqual(readdirSync(folder), [])
})

test('doctor names the faults of the catalogue, and checks everything else', async () => {
  const broken = join(folder, 'catalogue.json')
  writeFileSync(broken, '{')
  const lines = await examine({ CATALOGUE: broken, ...payments }, folder)
  assert.match(of(lines, 'catalogue').join('\n'), /^fault CATALOGUE names the file .* not valid JSON$/)
  assert.deepEqual(of(lines, 'key'), ['ok The secret key is for test mode.'])
  rmSync(broken)
})

test('beside a running shop it reports database, key, prices, portal and webhook, and changes nothing', async () => {
  scripted.asked.length = 0
  const environment = {
    ...payments,
    PUBLIC_URL: 'https://shop.example',
    SANDBOX: 'allow',
    DATABASE_URL: shop.databaseUrl,
    MIGRATE_DATABASE_URL: shop.ownerUrl,
    SECRET: secret,
    DATA_DIR: shop.dataDir,
  }
  const before = readdirSync(shop.dataDir)
  // A fictional name: other tests cover the network checks.
  const lines = await examine(environment, undefined, {})
  const [licenceKey] = await shop.sql<{ kid: string }>(`select kid from licence_keys where state = 'current'`)
  assert.deepEqual(formatReport(lines), {
    exitCode: 0,
    text: `ok       configuration: Every variable is valid.
ok       catalogue: The catalogue and the brand are valid.
ok       database: DATABASE_URL: the database can be used.
ok       database: The database is up to date.
ok       clock: The clock matches that of the database.
ok       licence keys: The secrets decrypt all keys (2). Current: ES256 ${licenceKey?.kid}.
ok       database: MIGRATE_DATABASE_URL: the database can be used.
ok       key: The secret key is for test mode.
ok       prices: Stripe has the price of every paid plan (4).
ok       portal: The customer portal has the required settings.
ok       webhook: The webhook endpoint https://shop.example/webhooks/stripe sends every required event.
`,
  })
  assert.ok(scripted.asked.every((one) => one.startsWith('GET ')))
  assert.deepEqual(readdirSync(shop.dataDir), before)
  scripted.answers['/v1/prices'] = listOf(...prices.slice(1))
  const { text: said, exitCode } = formatReport(await examine(environment, undefined, {}))
  assert.match(said, /^fault {4}prices: No active price at Stripe has the lookup key "analytics-weekly"\.$/m)
  assert.equal(exitCode, 1)
})

test('doctor names the changes to the database at the next start, and makes none', async () => {
  const { url, drop } = await cluster.createDatabase()
  const environment = { DATABASE_URL: url, SECRET: secret }
  const expected = [
    'ok DATABASE_URL: the database can be used.',
    /^warning The next start changes the database: 0001-init, .*/,
  ]
  for (let times = 0; times < 2; times += 1) {
    const [answers, pending, ...more] = of(await examine(environment, folder), 'database')
    assert.deepEqual([answers, more], [expected[0], []])
    assert.match(pending ?? '', expected[1] as RegExp)
  }
  await drop()
})

test('doctor reports data that is ahead of the clock, as the start does, unless its time is accepted', async () => {
  const environment = { ...realServices, DATABASE_URL: shop.databaseUrl, SECRET: secret, DATA_DIR: shop.dataDir }
  const at = new Date(Date.now() + 2 * 86_400_000).toISOString()
  await shop.sql(`insert into clock (id, latest) values (1, $1) on conflict (id) do update set latest = $1`, [at])
  const ahead = async (more: object) => of(await examine({ ...environment, ...more }, folder, {}), 'clock').slice(1)
  const [fault, ...others] = await ahead({})
  assert.deepEqual(others, [])
  assert.ok(fault?.startsWith('fault The machine'), fault)
  assert.ok(fault?.includes(`in the table clock). Correct the clock.`), fault)
  assert.ok(fault?.includes(`set ACCEPT_DATA_UNTIL=${at}`), fault)
  assert.deepEqual(await ahead({ ACCEPT_DATA_UNTIL: at }), [])
  await shop.sql('delete from clock')
})

test('doctor reports a read-only migration role that the next start would need to change the database', async () => {
  const { url, drop } = await cluster.createDatabase()
  const readOnly = new URL(url)
  readOnly.searchParams.set('options', '-c default_transaction_read_only=on')
  const environment = { DATABASE_URL: url, MIGRATE_DATABASE_URL: readOnly.href, SECRET: secret }
  const faults = of(await examine(environment, folder, {}), 'database').filter((line) => line.startsWith('fault'))
  assert.match(faults[0] ?? '', /^fault The database is read-only, but this version has to change it \(0001-init, /)
  assert.equal(faults.length, 1)
  await drop()
})

test('doctor reports a folder without a usable list, with which production does not start for the first time', async () => {
  const listFolder = givenAFolder()
  const environment = {
    ...realServices,
    SCREENING: '',
    SCREENING_DIR: listFolder,
    NODE_ENV: 'production',
    STRIPE_TEST_MODE: 'allow',
    PUBLIC_URL: 'https://shop.example',
  }
  const lists = async (changes: object = {}) => of(await examine({ ...environment, ...changes }, folder, {}), 'lists')
  const none = `SCREENING_DIR (${listFolder}) contains no usable list.`
  assert.deepEqual(await lists(), [`fault ${none}`])
  assert.deepEqual(await lists({ NODE_ENV: '' }), [`warning ${none}`])
  assert.deepEqual(await lists({ SCREENING_FETCH: 'daily' }), [`warning ${none} The first start downloads the lists.`])
  writeFileSync(join(listFolder, 'sdn.csv'), 'broken')
  assert.ok((await lists())[0]?.startsWith(`fault ${none}\n`))
})

test('start and doctor warn of legal documents without a page, which the sample brand has outside the sandbox', async () => {
  const warning =
    'These legal documents have no page, because they are samples of the sandbox: End user license agreement, Privacy policy, Terms of sale, Refund policy, Imprint. Name yours in a brand file, and set BRAND to it.'
  const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'shop@shop.example' }
  const documents = async (environment: object) => of(await examine({ ...environment }, folder, {}), 'documents')
  assert.deepEqual(await documents({}), [])
  assert.deepEqual(await documents(mail), [`warning ${warning}`])

  const selling = await givenAShop(mail, cluster)
  const warningsOf = ({ said }: { said: string[] }) => said.filter((line) => line.includes('legal documents'))
  assert.deepEqual(warningsOf(selling), [`Warning: ${warning}`])
  assert.equal((await fetch(`${selling.url}/sandbox/documents/eula`)).status, 404)
  assert.deepEqual(warningsOf(shop), [])
  assert.equal((await fetch(`${shop.url}/sandbox/documents/eula`)).status, 200)

  const brandFile = join(folder, 'brand.json')
  const sample = await readFile(join(root, 'brand/brand.json'), 'utf8')
  const { $schema: _schema, ...brand } = JSON.parse(
    sample.replaceAll('/sandbox/documents/', 'https://vendor.example/legal/'),
  ) as Record<string, unknown>
  writeFileSync(brandFile, JSON.stringify({ ...brand, logo: null, mark: null, socialImage: null, mailHeader: null }))
  assert.deepEqual(await documents({ ...mail, BRAND: brandFile }), [])
  rmSync(brandFile)
})

test('doctor warns of each product whose installers are missing, outside the sandbox', async () => {
  const dataDir = givenAFolder()
  const installers = async (environment: object) =>
    of(await examine({ ...realServices, DATA_DIR: dataDir, ...environment }, folder, {}), 'installers')
  const place = join(dataDir, 'installers')
  const warning = (title: string, ...missing: string[]) =>
    `warning Installers of Parallax ${title} are missing in ${place}: ${missing.join(', ')}.`
  const filesOf = (name: string) => ['-setup.exe', '.dmg', '.AppImage'].map((ending) => `parallax-${name}${ending}`)
  const [windows = '', ...others] = filesOf('analytics')
  const statistics = warning('Statistics', ...filesOf('statistics'))
  assert.deepEqual(await installers({ SMTP_URL: '', MAIL_FROM: '' }), [])
  assert.deepEqual(await installers({}), [warning('Analytics', windows, ...others), statistics])
  mkdirSync(place)
  writeFileSync(join(place, windows), 'an installer')
  assert.deepEqual(await installers({}), [warning('Analytics', ...others), statistics])
  for (const name of others) writeFileSync(join(place, name), 'an installer')
  assert.deepEqual(await installers({}), [statistics])
})

test('a check that hangs is reported, and delays no other', async () => {
  assert.deepEqual(of(await within(10, 'mail', new Promise(() => undefined)), 'mail'), [
    'warning The check did not finish within 0.01 s.',
  ])
})

test('doctor reports an unreachable database as a fault', async () => {
  const lines = await examine({ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/shop', SECRET: secret }, folder)
  assert.match(of(lines, 'database').join('\n'), /^fault The database shop at 127\.0\.0\.1:9 cannot be reached/)
})

test('doctor reads the embedded database of a running shop through its socket, and does not start a stopped one', async () => {
  const dataDir = givenAFolder()
  const embedded = await startEmbedded({ folder: join(dataDir, 'postgres'), log: () => undefined, fsync: false })
  const running = of(await examine({ DATA_DIR: dataDir }), 'database')
  await embedded.stop()
  assert.equal(running[0], 'ok DATA_DIR: the database can be used.')
  assert.match(running[1] ?? '', /^warning The next start changes the database: /)
  const { mtimeMs } = statSync(join(dataDir, 'postgres/cluster'))
  assert.deepEqual(of(await examine({ DATA_DIR: dataDir }), 'database'), [
    'ok Not checked: the embedded database runs only while the server runs.',
  ])
  assert.equal(statSync(join(dataDir, 'postgres/cluster')).mtimeMs, mtimeMs)
})

test('doctor as a command prints one line for each finding, and exits with 1 if the shop would not start', async () => {
  const child = spawn(process.execPath, ['dist/server/doctor.js'], {
    cwd: root,
    env: { PATH: process.env['PATH'], DATA_DIR: folder, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise((resolve) => child.on('close', resolve))
  assert.match(await text(child.stdout), /^fault {4}configuration: PORT /)
  assert.equal(await exited, 1)
})

test('doctor names the screening lists that are not confirmed as current, and the webhook endpoints that fail', async () => {
  const environment = {
    DATABASE_URL: shop.databaseUrl,
    SECRET: secret,
    DATA_DIR: shop.dataDir,
    SCREENING_DIR: shop.dataDir,
  }
  const about = async (what: string) => of(await examine(environment, folder, {}), what)
  const missing = { ...environment, SCREENING_DIR: join(folder, 'missing') }
  const unread = `SCREENING_DIR names the folder ${missing.SCREENING_DIR}, which cannot be read (ENOENT).`
  assert.deepEqual(of(await examine(missing, folder, {}), 'lists'), [`fault ${unread}`])
  const list = (name: string, days: number) =>
    shop.sql(
      `insert into screening_lists (id, name, files, hash, date, entries, read_at, confirmed_at)
       values (gen_random_uuid(), $1, '[]', $1, '2026-01-01', 1, $2, $2)`,
      [name, new Date(Date.now() - days * 86_400_000)],
    )
  await list('OFAC SDN', 1)
  assert.deepEqual(await about('lists'), ['ok The lists in force are current (1).'])
  assert.deepEqual(of(await examine(missing, folder, {}), 'lists'), [`warning ${unread}`])
  await list('EU', 6)
  assert.deepEqual(await about('lists'), ['warning EU was last confirmed as current 6 days ago.'])
  assert.deepEqual(await about('webhooks'), [])
  // Otherwise the running shop would send.
  await shop.stop()
  await shop.sql(
    `insert into webhook_endpoints (id, url, description, types, secret, state, off_reason, created_at)
     select 'we_' || state, 'https://' || state || '.example/hooks', '', '{trial.started}', '', state, reason, now()
     from (values ('on', null), ('failing', null), ('off', 'gone')) as endpoint (state, reason)`,
  )
  await shop.sql(`insert into messages (id, type, at, data) values ('msg_1', 'trial.started', now(), '{}')`)
  await shop.sql(
    `insert into webhook_deliveries (message_id, endpoint_id, state, run_at) values
       ('msg_1', 'we_off', 'failed', now()), ('msg_1', 'we_failing', 'waiting', now() + interval '1 day')`,
  )
  assert.deepEqual((await about('webhooks')).toSorted(), [
    'ok Waiting messages: 1. Permanently failed: 1.',
    'warning The endpoint at failing.example is failing. See Integrations.',
    'warning The endpoint at off.example was switched off. See Integrations.',
  ])
})
