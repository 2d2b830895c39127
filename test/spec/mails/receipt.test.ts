import assert from 'node:assert/strict'
import { test } from 'vitest'
import { givenASubscriber } from '../../support/billing/given-buyer.ts'
import { givenAShop } from '../../support/given.ts'

const shop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z' })

test('a receipt has number, date, plan, period, tax, total and card, and links to the invoice; the renewal has its own', async () => {
  const { email } = await givenASubscriber(shop, 'analytics-weekly')
  const first = await shop.mailTo(email, 'receipt')
  assert.match(first.subject, /^Your receipt \S+ for Parallax Analytics, weekly$/)
  for (const line of [
    /^Invoice number: \S+$/m,
    /^Date paid: 20 November 2026$/m,
    /^Plan: Parallax Analytics, weekly$/m,
    /^Period: 20 November 2026 – 27 November 2026$/m,
    /^Amount excluding tax: US\$[\d.]+$/m,
    /^Tax: US\$[\d.]+$/m,
    /^Total: US\$[\d.]+$/m,
    /^Paid with: Visa ending in 4242$/m,
    /^View invoice:\nhttps?:\/\/\S+$/m,
  ])
    assert.match(first.text, line)
  assert.match(first.html, /Invoice number/)

  await shop.advanceTo('2026-11-27T14:30:00Z')
  const receipts = (await shop.mails()).filter((mail) => mail.to.includes(email) && mail.subject.includes('receipt'))
  assert.equal(receipts.length, 2)
  assert.equal(new Set(receipts.map(({ subject }) => subject)).size, 2)
  assert.match(receipts[0]?.text ?? '', /^Paid with: Visa ending in 4242$/m)
  assert.match(receipts[0]?.text ?? '', /^Period: 27 November 2026 – 4 December 2026$/m)
})
