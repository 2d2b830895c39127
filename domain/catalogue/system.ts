/** The systems for which there can be installers. */
export const systems = ['windows', 'macos', 'linux'] as const
export type System = (typeof systems)[number]

/**
 * Returns the system of a browser, from its client hint or user agent; null for one without an installer, such as a
 * phone.
 */
export function systemOf(userAgent: string, platformHint = ''): System | null {
  const said = `${platformHint} ${userAgent}`
  if (/android|iphone|ipad|ipod|cros/i.test(said)) return null
  if (/windows/i.test(said)) return 'windows'
  if (/mac ?os/i.test(said)) return 'macos'
  return /linux|x11/i.test(said) ? 'linux' : null
}
