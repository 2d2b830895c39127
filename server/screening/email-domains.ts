import { domainToASCII, domainToUnicode } from 'node:url'
import type { EmailDomains } from './port.ts'

/** No one has an address at a domain reserved for documentation, even if the package lists it. */
const reserved = new Set(['example.com', 'example.net', 'example.org'])

/** The lists are large: they are loaded at the first registration. */
async function loadLists() {
  const [{ default: providers }, { default: mailchecker }, { getDomain, getDomainWithoutSuffix }] = await Promise.all([
    import('email-providers/all.json', { with: { type: 'json' } }),
    import('mailchecker'),
    import('tldts'),
  ])
  const personal = new Set(providers.filter((domain) => !reserved.has(domain)))
  return { personal, mailchecker, getDomain, getDomainWithoutSuffix }
}

/** Evaluates email domains with lists that are loaded at first use. */
export function createEmailDomains(): EmailDomains {
  let loading: ReturnType<typeof loadLists> | undefined
  return async (email) => {
    loading ??= loadLists()
    const { personal, mailchecker, getDomain, getDomainWithoutSuffix } = await loading
    const host = domainToASCII(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
    const domain = getDomain(host) ?? host
    return {
      emailDomain: domain,
      emailDomainName: domainToUnicode(getDomainWithoutSuffix(host) ?? ''),
      personalEmail: personal.has(domain) || personal.has(host),
      disposableEmail: !mailchecker.isValid(`somebody@${host}`),
    }
  }
}
