import { isLanguage, preferredLanguage, type Language } from '../language.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** The language and colour scheme a visitor prefers. */
export type Preferences = { language: Language; theme: Theme }

/** The cookies that store the preferences; over https with the prefix that keeps other hosts from setting them. */
export function preferenceCookies(secure: boolean): Record<keyof Preferences, string> {
  return secure ? { language: '__Host-language', theme: '__Host-theme' } : { language: 'language', theme: 'theme' }
}

type Cookies = Readonly<Record<string, string | undefined>>

/** Returns the visitor's chosen language, else the one their browser requests, else English. */
export function languageOf(cookies: Cookies, acceptLanguage: string | undefined): Language {
  const chosen = cookies['__Host-language'] ?? cookies['language']
  return isLanguage(chosen) ? chosen : preferredLanguage(acceptLanguage)
}

/** Returns the visitor's chosen theme; the system's by default. */
export function themeOf(cookies: Cookies): Theme {
  const chosen = cookies['__Host-theme'] ?? cookies['theme']
  return themes.find((theme) => theme === chosen) ?? 'system'
}
