import { domainToASCII } from 'node:url'
import type { EmailDomains } from './port.ts'

/** Domains set aside for documentation give nobody an address, whatever the package says. */
const reserved = new Set(['example.com', 'example.net', 'example.org'])

/** The lists are large: a shop that nobody has registered at yet does without them. */
async function loadLists() {
  const [{ default: providers }, { default: mailchecker }, { getDomain, getDomainWithoutSuffix }] = await Promise.all([
    import('email-providers/all.json', { with: { type: 'json' } }),
    import('mailchecker'),
    import('tldts'),
  ])
  const personal = new Set(providers.filter((domain) => !reserved.has(domain)))
  return { personal, mailchecker, getDomain, getDomainWithoutSuffix }
}

/** What is known of e-mail domains, from lists that are loaded when first asked for. */
export function createEmailDomains(): EmailDomains {
  let loading: ReturnType<typeof loadLists> | undefined
  return async (email) => {
    loading ??= loadLists()
    const { personal, mailchecker, getDomain, getDomainWithoutSuffix } = await loading
    const host = domainToASCII(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
    const domain = getDomain(host) ?? host
    return {
      emailDomain: domain,
      emailDomainName: getDomainWithoutSuffix(host) ?? '',
      personalEmail: personal.has(domain) || personal.has(host),
      disposableEmail: !mailchecker.isValid(`somebody@${host}`),
    }
  }
}
