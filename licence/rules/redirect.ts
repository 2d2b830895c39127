/**
 * Whether a program can receive its code there: a listener on the loopback address at any port (RFC 8252, 7.3), or the
 * brand's own protocol. Never `localhost`, which a hosts file can redirect (RFC 8252, 8.3); no user info, no fragment.
 */
export function isAllowedRedirect(uri: string, desktopProtocol: string): boolean {
  if (uri === `${desktopProtocol}://licence`) return true
  const port = /^http:\/\/(?:127\.0\.0\.1|\[::1\]):([1-9]\d{0,4})(?:\/[\w\-.~%!$&'()*+,;=:@/]*)?$/.exec(uri)?.[1]
  return port !== undefined && Number(port) < 65_536
}
