const browsers: readonly [name: string, mark: RegExp][] = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
]
const systems: readonly [name: string, mark: RegExp][] = [
  ['Windows', /\bWindows\b/],
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

/**
 * Returns the common name of the browser in a `User-Agent`, such as 'Firefox, Windows'; null if neither is known. It
 * lets people recognise their own devices, and stores less than the header, which could identify a device.
 */
export function browserName(userAgent: string | undefined): string | null {
  const named = (all: typeof browsers) => all.find(([, mark]) => mark.test(userAgent ?? ''))?.[0]
  const parts = [named(browsers), named(systems)].filter((part) => part !== undefined)
  return parts.length === 0 ? null : parts.join(', ')
}
