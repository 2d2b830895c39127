export type Scheme = 'light' | 'dark'
export type Oklch = [lightness: number, chroma: number, hue: number]
/** Numbers that a brand file may set, by the names of their custom properties. */
export type BrandNumbers = Readonly<Record<string, number>>

/** Returns the colour of a token of tokens.css; supports light-dark(), var(), calc() of two terms and clamp(). */
export function tokenColour(css: string, token: string, scheme: Scheme, brand: BrandNumbers): Oklch {
  const value = valueOf(css, token, brand)
  const [light, dark] = Array.from(value.matchAll(/oklch\(([^()]*)\)/g), (match) => match[1])
  const parts = ((scheme === 'light' ? light : dark) ?? '').trim().split(/\s+/).map(Number)
  const [lightness, chroma, hue] = parts
  if (lightness === undefined || chroma === undefined || hue === undefined || parts.some(Number.isNaN)) {
    throw new Error(`--${token} is not two plain colours: ${value}`)
  }
  return [lightness, chroma, hue]
}

/** Returns WCAG's contrast ratio, 1 to 21. */
export function contrast(a: Oklch, b: Oklch): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].toSorted((one, other) => one - other)
  return (lighter + 0.05) / (darker + 0.05)
}

function valueOf(css: string, token: string, brand: BrandNumbers): string {
  const given = brand[token]
  if (given !== undefined) return String(given)
  const found = new RegExp(`--${token}:([^;]+);`).exec(css)?.[1]
  if (found === undefined) throw new Error(`no token --${token}`)
  return worked(found.replaceAll(/var\(--([\w-]+)\)/g, (_, name: string) => valueOf(css, name, brand)))
}

/** Evaluates the innermost functions first, until none is left. */
function worked(text: string): string {
  const next = text
    .replaceAll(/calc\(\s*([\d.-]+)\s*([*+-])\s*([\d.-]+)\s*\)/g, (_, a: string, operator: string, b: string) => {
      if (operator === '*') return String(Number(a) * Number(b))
      return String(operator === '+' ? Number(a) + Number(b) : Number(a) - Number(b))
    })
    .replaceAll(/clamp\(([^(),]+),([^(),]+),([^(),]+)\)/g, (_, least: string, wished: string, most: string) =>
      String(Math.max(Number(least), Math.min(Number(wished), Number(most)))),
    )
  return next === text ? text : worked(next)
}

/** Returns the relative luminance; colours outside sRGB are clipped, as browsers do. */
function luminance([lightness, chroma, hue]: Oklch): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function clip(value: number): number {
  return Math.max(0, Math.min(1, value))
}
