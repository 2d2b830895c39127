import type { SubscriptionType } from '../../domain/catalogue/plan.ts'
import type { FastifyRequest } from 'fastify'
import type { Brand } from '../../domain/catalogue/brand.ts'
import { languageNames, type Language } from '../../domain/language.ts'
import { themeOf } from '../../domain/account/preferences.ts'
import type { DocumentParts } from './document.ts'
import type { PageEditions } from './built-pages.ts'
import type { Calls } from '../http/calls/contract-routes.ts'
import { countryOfLanguages } from '../../domain/registration/suggested-country.ts'
import { cookiesOf, languageFor } from '../http/language.ts'
import type { PageShell } from '../../platform/page.ts'
import type { Visitors } from '../http/session/visitor.ts'

export type PageServices = {
  /** The template of pages that need no script. */
  shell: (language: Language) => PageShell
  built: PageEditions
  calls: Calls
  visitors: Visitors
  now: () => Date
  brandIn: (language: Language) => Brand
  defaultCountry: string
  testMode: boolean
  sandboxMail: boolean
  publicUrl: string
  /** The origins to which a page's form may redirect, besides this site. */
  formOrigins: string[]
  brandStyles: () => string
  firstTrial: string
  planType: (name: string) => SubscriptionType | undefined
  /** Whether a subscriber ordered a plan, by its name. */
  hasOrdered: (subscriberId: string, plan: string) => Promise<boolean>
}

export const settingsOf = (
  { brandIn, defaultCountry, now, testMode, sandboxMail }: PageServices,
  request: FastifyRequest,
  forgeryToken: string,
) => ({
  brand: brandIn(languageFor(request)),
  defaultCountry: countryOfLanguages(request.headers['accept-language']) ?? defaultCountry,
  now: now().toISOString(),
  languages: languageNames(),
  theme: themeOf(cookiesOf(request)),
  testMode,
  sandboxMail,
  forgeryToken,
})
export const documentParts = ({ built, formOrigins, brandStyles, publicUrl, brandIn }: PageServices): DocumentParts => {
  const { socialImage } = brandIn('en')
  return {
    built,
    formOrigins,
    brandStyles: brandStyles(),
    socialImage: socialImage ? new URL(socialImage, publicUrl).href : null,
  }
}
