import assert from 'node:assert/strict'
import { test } from 'vitest'
import { createEmailDomains } from './email-domains.ts'

test('the name of a domain is in Unicode, however the address states it', async () => {
  const domainsOf = createEmailDomains()
  for (const address of ['jane@Müller-Bau.example', 'jane@xn--mller-bau-q9a.example']) {
    const { emailDomain, emailDomainName } = await domainsOf(address)
    assert.deepEqual([emailDomain, emailDomainName], ['xn--mller-bau-q9a.example', 'müller-bau'])
  }
  assert.equal((await domainsOf('jane@mail.northwind-bottling.co.uk')).emailDomainName, 'northwind-bottling')
})
