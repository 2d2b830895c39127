/**
 * Returns one key per mailbox, in the shop and at the built-in provider: letter case is ignored, and a domain is in its
 * ASCII form (https://url.spec.whatwg.org/#concept-domain-to-ascii). Look-alike letters stay different.
 */
export function emailKey(email: string): string {
  const [local = '', domain = ''] = email.trim().toLowerCase().split('@')
  return `${local}@${asciiDomain(domain)}`
}

/** Returns the key of the mailbox that addresses with different `+tag`s share. */
export function mailboxKey(email: string): string {
  const [local = '', domain = ''] = emailKey(email).split('@')
  return `${local.split('+', 1)[0]}@${domain}`
}

function asciiDomain(domain: string): string {
  if (!/\P{ASCII}/u.test(domain)) return domain
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    // Not a valid domain: no email arrives there, so the form does not matter.
    return domain
  }
}
