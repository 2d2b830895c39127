/** The systems for which there can be installers. */
export const systems = ['windows', 'macos', 'linux'] as const
export type System = (typeof systems)[number]

/**
 * Returns the system of a browser, from its client hint or user agent; null for one without an installer, such as a
 * phone.
 */
export function systemOf(userAgent: string, platformHint = ''): System | null {
  const browser = `${platformHint} ${userAgent}`
  if (/android|iphone|ipad|ipod|cros/i.test(browser)) return null
  if (/windows/i.test(browser)) return 'windows'
  if (/mac ?os/i.test(browser)) return 'macos'
  return /linux|x11/i.test(browser) ? 'linux' : null
}
