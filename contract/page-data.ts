import type { Brand } from '../domain/catalogue/brand.ts'
import type { Language } from '../domain/language.ts'
import type { Theme } from '../domain/account/preferences.ts'
import type { PostedForm } from './posted.ts'

/** The response of a call that a page needs: name, input, output. */
export type CallResponse = readonly [call: string, input: unknown, output: unknown]

/** The settings that the server sends with every page. */
export type PageSettings = {
  brand: Brand
  defaultCountry: string
  now: string
  theme: Theme
  /** Whether a notice states that payments are not real. */
  testMode: boolean
  /** The languages that visitors can choose: their names, by their codes. */
  languages: Record<Language, string>
  /** Whether emails arrive in the sandbox's inbox. */
  sandboxMail: boolean
  /** The value of `_csrf` in the page's forms; empty without a session to which it could be bound. */
  forgeryToken: string
  /** The page of the admin area that an anonymous visitor requested before they were redirected to the homepage. */
  returnTo?: string | undefined
  /** The result of the form that was sent to this page without scripts. */
  posted?: PostedForm
}

/** The data delivered with a page, so that it is complete before any script runs. */
export type PageData = { answers: CallResponse[]; settings: PageSettings }
