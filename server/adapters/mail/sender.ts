/** Returns the name and address of a sender, such as `Example <shop@example.com>`; null unless it is one address. */
export function senderIn(from: string): { name: string; address: string } | null {
  const found = /^(?:([^<>]*)<([^<>\s@]+@[^<>\s@]+)>|([^<>\s@]+@[^<>\s@]+))$/.exec(from.trim())
  const address = found?.[2] ?? found?.[3]
  if (address === undefined || !isOneAddress(address)) return null
  return { name: oneLine(found?.[1] ?? '').replace(/^"(.*)"$/, '$1'), address }
}

/**
 * Accepts exactly one address: no character that separates, quotes, comments or ends a line in an email header or in
 * SMTP.
 */
export function isOneAddress(text: string): boolean {
  return /^[^\s@,;:<>()[\]"\\\p{Cc}]+@[^\s@,;:<>()[\]"\\\p{Cc}]+$/u.test(text)
}

export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
