import assert from 'node:assert/strict'
import { test } from 'vitest'
import { aRegistration, givenAShop, givenATrialUser, signIn } from '../../support/given.ts'
import { useCluster } from '../../support/cluster.ts'
import { givenAPayer } from '../../support/billing/paying.ts'

const shop = await givenAShop({}, await useCluster())

/** Returns the value of a line of /metrics; 0 if there is none. */
async function metric(line: string): Promise<number> {
  const text = await (await fetch(`${shop.url}/metrics`)).text()
  const found = text.split('\n').find((one) => one.startsWith(`${line} `))
  return Number(found?.split(' ').at(-1) ?? 0)
}

test('after a start each regular job has a time, from which its first success is awaited', async () => {
  for (const name of ['expiry', 'tidy-up', 'payment issues'])
    assert.ok((await metric(`job_last_success_timestamp_seconds{name="${name}"}`)) > 0, name)
})

test('the metrics count registrations, checkouts, sign-ins, screenings, calls to Stripe, webhooks and jobs, and name no person', async () => {
  const { visitor, email } = await givenATrialUser(shop, {
    email: 'zebulon@marked-company.example',
    firstName: 'Zebulon',
    company: 'Marked Company',
  })
  const { id } = await givenAPayer(shop, 'analytics-monthly')
  await shop.visitor().post('/api/v1/users', { ...aRegistration(), eula: 'no' })
  await visitor.post('/api/v1/plans/analytics-trial/checkout', {})
  await signIn(shop.visitor(), email, 'not the password')
  await shop.visitor().get('/sign-in/callback?code=marked-code&state=marked-state')
  await visitor.get(`/try/${email}`)
  await visitor.get(`/api/v1/subscriptions/${id}`)
  await shop.catchUp()
  for (const line of [
    'registrations_total{result="done"}',
    'checkouts_total{result="done"}',
    'checkouts_total{result="refused"}',
    'sign_ins_total{result="done"}',
    'sign_ins_total{result="refused"}',
    'sign_ins_total{result="failed"}',
    'screening_duration_seconds_count{priority="now",result="done"}',
    'stripe_request_duration_seconds_count{resource="customers",result="2xx"}',
    'stripe_webhook_lag_seconds_count',
    'job_last_success_timestamp_seconds{name="expiry"}',
    'http_request_duration_seconds_count{route="/api/v1/users",status="2xx"}',
    'http_request_duration_seconds_bucket{route="/api/v1/users",status="2xx",le="+Inf"}',
  ])
    assert.ok((await metric(line)) > 0, line)
  const text = await (await fetch(`${shop.url}/metrics`)).text()
  for (const mark of ['zebulon', 'marked', '127.0.0.1', '::1', id, 'cus_', 'sub_'])
    assert.ok(!text.toLowerCase().includes(mark), `"${mark}" is in the metrics`)
  for (const line of text.trim().split('\n'))
    assert.match(line, /^# TYPE \w+ (counter|gauge|histogram)$|^\w+(\{[^{}]+\})? \S+$/)
})
