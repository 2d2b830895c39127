const anySite = 'https://site.invalid'

/** Returns a path on this site, or the root if the given one could lead to another origin. */
export function pathOnSite(given: string | undefined, publicUrl = anySite): string {
  if (!given?.startsWith('/') || given.includes('\\') || /[\p{Cc}]/u.test(given)) return '/'
  const address = URL.canParse(given, publicUrl) ? new URL(given, publicUrl) : null
  if (!address || address.origin !== new URL(publicUrl).origin || address.pathname.startsWith('//')) return '/'
  return address.pathname + address.search + address.hash
}
