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
  /** How long reviews usually take, in the page's language, such as "one working day"; pages do not say it without. */
  reviewTime?: string
}

/** The brand file as the server reads it. */
export type BrandFile = Brand & {
  documents: Record<keyof Brand['documents'], TranslatedDocument>
  reviewTimes: Partial<Record<Language, string>>
  /** Questions and answers of the pricing page, by language. */
  questions: Partial<Record<Language, { question: string; answer: string }[]>>
  /** The files beside the brand file, by their URLs. */
  files: ReadonlyMap<string, { type: string; bytes: Uint8Array }>
}

/** The fields of the brand file that the settings page lists, in its order; the legal documents stand apart. */
export const brandFields = [
  'name',
  'legalName',
  'supportEmail',
  'accentHue',
  'accentChroma',
  'neutralHue',
  'logo',
  'mark',
  'socialImage',
  'mailHeader',
  'desktopProtocol',
  'reviewTimes',
  'questions',
] as const
export type BrandField = (typeof brandFields)[number]

export const legalDocuments = ['eula', 'privacy'] as const

export type LegalDocument = { title: string; address: string; version: string }
type TranslatedDocument = LegalDocument & { translations: Partial<Record<Language, { title?: string }>> }

/** What pages in a language are sent of the brand. */
export function brandIn(brand: BrandFile, language: Language): Brand {
  const { questions: _questions, files: _files, reviewTimes, documents, ...shown } = brand
  const named = ({ translations, ...document }: TranslatedDocument) => ({ ...document, ...translations[language] })
  const reviewTime = reviewTimes[language]
  return {
    ...shown,
    documents: { eula: named(documents.eula), privacy: named(documents.privacy) },
    ...(reviewTime === undefined ? {} : { reviewTime }),
  }
}
