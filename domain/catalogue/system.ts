/** The systems an installer can be made for. */
export const systems = ['windows', 'macos', 'linux'] as const
export type System = (typeof systems)[number]

/** The system of a browser, by its client hint or its name; null for one without an installer, such as a phone. */
export function systemOf(userAgent: string, platformHint = ''): System | null {
  const said = `${platformHint} ${userAgent}`
  if (/android|iphone|ipad|ipod|cros/i.test(said)) return null
  if (/windows/i.test(said)) return 'windows'
  if (/mac ?os/i.test(said)) return 'macos'
  return /linux|x11/i.test(said) ? 'linux' : null
}
