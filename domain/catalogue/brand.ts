/** The vendor's face, from the operator's brand file. Addresses are absolute or paths on this site. */
export type Brand = {
  name: string
  /** A logo's address; without one the name stands in its place. */
  logo: string | null
  /** Hue (degrees) and chroma of the accent, hue of the greys: OKLCH. */
  accentHue: number
  accentChroma: number
  neutralHue: number
  supportEmail: string
  legalName: string
  documents: { eula: LegalDocument; privacy: LegalDocument }
  /** The scheme of the link that starts the desktop client, such as `parallax`. */
  desktopProtocol: string
}

export type LegalDocument = { title: string; address: string; version: string }
