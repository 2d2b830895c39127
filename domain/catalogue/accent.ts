import type { Brand } from './brand.ts'

type Accent = Pick<Brand, 'accentHue' | 'accentChroma'>

/** The strongest accent of a brand: screens show hardly any stronger one. */
const maxChroma = 0.25

/**
 * Returns hue (whole degrees) and chroma (OKLCH, three decimals) of a colour code such as `#3b5bdb` or `3bd`; null for anything
 * else. A grey has no hue of its own and gets 0.
 */
export function accentOf(code: string): Accent | null {
  const [, digits = ''] = /^\s*#?((?:[\da-f]{3}){1,2})\s*$/i.exec(code) ?? []
  if (digits === '') return null
  const long = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) =>
    linear(Number.parseInt(long.slice(at, at + 2), 16) / 255),
  )
  const { a, b } = oklab(red, green, blue)
  const chroma = Math.round(Math.min(Math.hypot(a, b), maxChroma) * 1000) / 1000
  const hue = Math.round((Math.atan2(b, a) * 180) / Math.PI + 360) % 360
  return { accentHue: chroma === 0 ? 0 : hue, accentChroma: chroma }
}

const linear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)

/** Uses Björn Ottosson's matrices, https://bottosson.github.io/posts/oklab/ */
function oklab(red: number, green: number, blue: number): { a: number; b: number } {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return {
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  }
}
