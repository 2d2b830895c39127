/**
 * Mail programs do not support OKLCH, light-dark() or custom properties, so the emails' colours are converted to hex
 * here, by the formulas in web/styles/base/tokens.css.
 */
export type MailColours = {
  page: string
  surface: string
  border: string
  text: string
  soft: string
  button: string
  link: string
}

type Hues = { accentHue: number; accentChroma: number; neutralHue: number }

const neutralChroma = 0.012

export function lightColours({ accentHue, accentChroma, neutralHue }: Hues): MailColours {
  return {
    page: oklchToHex(0.962, neutralChroma * 0.5, neutralHue),
    surface: '#ffffff',
    border: oklchToHex(0.905, neutralChroma * 0.7, neutralHue),
    text: oklchToHex(0.235, neutralChroma * 1.8, neutralHue),
    soft: oklchToHex(0.47, neutralChroma * 1.5, neutralHue),
    button: oklchToHex(0.44, accentChroma, accentHue),
    link: oklchToHex(0.44, accentChroma, accentHue),
  }
}

export function darkColours({ accentHue, accentChroma, neutralHue }: Hues): MailColours {
  return {
    page: oklchToHex(0.17, neutralChroma, neutralHue),
    surface: oklchToHex(0.212, neutralChroma, neutralHue),
    border: oklchToHex(0.325, neutralChroma, neutralHue),
    text: oklchToHex(0.952, neutralChroma * 0.4, neutralHue),
    soft: oklchToHex(0.76, neutralChroma, neutralHue),
    button: oklchToHex(0.535, accentChroma, accentHue),
    link: oklchToHex(0.82, accentChroma * 0.9, accentHue),
  }
}

/** Returns sRGB as '#rrggbb'. A chroma that the screen cannot show is reduced; lightness and hue stay. */
export function oklchToHex(lightness: number, chroma: number, hue: number): string {
  let shown = chroma
  let channels = linearChannels(lightness, shown, hue)
  while (shown > 0 && channels.some((channel) => channel < -0.0005 || channel > 1.0005)) {
    shown = Math.max(0, shown - 0.002)
    channels = linearChannels(lightness, shown, hue)
  }
  return `#${channels.map(hexByte).join('')}`
}

/** Uses Björn Ottosson's matrices, https://bottosson.github.io/posts/oklab/ */
function linearChannels(lightness: number, chroma: number, hue: number): number[] {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

function hexByte(linear: number): string {
  const channel = Math.min(1, Math.max(0, linear))
  const encoded = channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0')
}
