import type { Language } from '../language.ts'

/** The vendor's face, from the operator's brand file. Addresses are absolute or paths on this site. */
export type Brand = {
  name: string
  /** A logo's address; without one the name stands in its place. */
  logo: string | null
  /** A square drawing beside the name, also the icon of browser tabs; without one the icon is the name's first letter. */
  mark?: string | null
  /** The picture that other sites show with a link to the shop: 1200 × 630 pixels. */
  socialImage?: string | null
  /** What stands at the top of emails instead of the name: a bitmap, 56 pixels high. */
  mailHeader?: string | null
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

/** The brand file as the server reads it; pages are sent the rest without the questions. */
export type BrandFile = Brand & {
  /** Questions and answers of the pricing page, by language. */
  questions: Partial<Record<Language, { question: string; answer: string }[]>>
  /** The files beside the brand file, by their URLs. */
  files: ReadonlyMap<string, { type: string; bytes: Uint8Array }>
}

export type LegalDocument = { title: string; address: string; version: string }
