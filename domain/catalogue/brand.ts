import type { Language } from '../language.ts'

/** The vendor's identity, from the operator's brand file. Addresses are absolute or paths on this site. */
export type Brand = {
  name: string
  /** A logo's address; without one the mark and the name are shown. */
  logo: string | null
  /** A square picture beside the name, also the icon of browser tabs; without one the icon is the name's first letter. */
  mark?: string | null
  /** The picture that other sites show with a link to the shop: 1200 × 630 pixels. */
  socialImage?: string | null
  /** The picture at the top of emails in place of the name: a bitmap, 56 pixels high. */
  mailHeader?: string | null
  /** Hue (degrees) and chroma of the accent, hue of the greys: OKLCH. */
  accentHue: number
  accentChroma: number
  neutralHue: number
  supportEmail: string
  legalName: string
  /** Postal address, register number and VAT ID of the seller: one a line. */
  sellerAddress?: string
  documents: { eula: LegalDocument; privacy: LegalDocument }
  /** Legal pages that customers can read without accepting them. */
  legalPages?: Partial<Record<LegalPageName, LegalPage>>
  /** The scheme of the link that starts the desktop client, such as `parallax`. */
  desktopProtocol: string
  /** How long reviews usually take, in the page's language, such as "one working day"; pages omit it if absent. */
  reviewTime?: string
  /** What is refunded, and until when, in the page's language; pages omit it if absent. */
  refundRule?: string
  /** The announcement above the header of every page of the shop, in the page's language. */
  announcement?: string
}

/** The brand file as the server reads it. */
export type BrandFile = Brand & {
  documents: Record<keyof Brand['documents'], WithTranslations<LegalDocument>>
  legalPages?: Partial<Record<LegalPageName, WithTranslations<LegalPage>>>
  reviewTimes: Record<Language, string>
  refundRules?: Record<Language, string>
  announcements: Record<Language, string>
  /** Questions and answers of the pricing page, by language. */
  questions: Record<Language, { question: string; answer: string }[]>
  /** The files beside the brand file, by their URLs. */
  files: ReadonlyMap<string, { type: string; bytes: Uint8Array }>
}

/**
 * The fields of the brand file that the settings page lists, in its order; the legal documents are listed separately.
 */
export const brandFields = [
  'name',
  'legalName',
  'sellerAddress',
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
  'refundRules',
  'legalPages',
  'announcements',
  'questions',
] as const
export type BrandField = (typeof brandFields)[number]

/** The pictures that the brand file names. */
export const brandPictures = ['logo', 'mark', 'socialImage', 'mailHeader'] as const

export const legalDocuments = ['eula', 'privacy'] as const

export type LegalDocument = { title: string; address: string; version: string }
export type LegalPage = { title: string; address: string }
export type WithTranslations<Page> = Page & { translations: Record<Language, { title?: string }> }

/** In the order in which pages link to them. */
export const legalPageNames = ['terms', 'refunds', 'imprint'] as const
type LegalPageName = (typeof legalPageNames)[number]

/** Returns the part of the brand that is sent to pages in a language. */
export function brandIn(brand: BrandFile, language: Language): Brand {
  const { questions: _questions, files: _files, announcements, reviewTimes, refundRules, ...stated } = brand
  const { documents, legalPages, ...shown } = stated
  const named = <Page extends LegalPage>({ translations, ...page }: WithTranslations<Page>) => ({
    ...page,
    ...translations[language],
  })
  const reviewTime = reviewTimes[language]
  const refundRule = refundRules?.[language]
  const announcement = announcements[language]
  const pages = legalPageNames.flatMap((name) => (legalPages?.[name] ? [[name, named(legalPages[name])] as const] : []))
  return {
    ...shown,
    documents: { eula: named(documents.eula), privacy: named(documents.privacy) },
    ...(pages.length === 0 ? {} : { legalPages: Object.fromEntries(pages) }),
    ...(reviewTime === undefined ? {} : { reviewTime }),
    ...(refundRule === undefined ? {} : { refundRule }),
    ...(announcement === undefined ? {} : { announcement }),
  }
}

/** The pages and documents that every page of the site links to. */
export function legalLinks({ documents, legalPages }: Pick<Brand, 'documents' | 'legalPages'>): LegalPage[] {
  const { eula, privacy } = documents
  return [eula, privacy, ...legalPageNames.flatMap((name) => legalPages?.[name] ?? [])]
}
