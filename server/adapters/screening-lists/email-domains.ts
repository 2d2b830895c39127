import { domainToASCII } from 'node:url'
import providers from 'email-providers/all.json' with { type: 'json' }
import mailchecker from 'mailchecker'
import { getDomain, getDomainWithoutSuffix } from 'tldts'
import type { EmailDomains } from './port.ts'

/** Domains set aside for documentation give nobody an address, whatever the package says. */
const reserved = new Set(['example.com', 'example.net', 'example.org'])
const personal = new Set(providers.filter((domain) => !reserved.has(domain)))

export const emailDomainFacts: EmailDomains = (email) => {
  const host = domainToASCII(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
  const domain = getDomain(host) ?? host
  return {
    emailDomain: domain,
    emailDomainName: getDomainWithoutSuffix(host) ?? '',
    personalEmail: personal.has(domain) || personal.has(host),
    disposableEmail: !mailchecker.isValid(`somebody@${host}`),
  }
}
