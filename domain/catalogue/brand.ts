import type { z } from 'zod'
import type { Language } from '../language.ts'
import type { brandShape } from './brand-shape.ts'

/** What the brand file states; scripts/docs/describe-files.ts describes its fields. */
type Stated = Omit<z.output<typeof brandShape>, '$schema'>

/** The brand file as the server reads it. `files`: the files beside it, by their URLs. */
export type BrandFile = Stated & { files: ReadonlyMap<string, { type: string; bytes: Uint8Array }> }

/** The brand as pages in one language show it: addresses are absolute or paths on this site. */
export type Brand = Omit<
  Stated,
  'documents' | 'legalPages' | 'reviewTimes' | 'refundRules' | 'announcements' | 'questions'
> & {
  documents: Record<(typeof legalDocuments)[number], LegalDocument>
  legalPages?: Partial<Record<LegalPageName, LegalPage>>
  reviewTime?: string
  refundRule?: string
  announcement?: string
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
