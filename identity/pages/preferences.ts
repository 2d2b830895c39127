import { isLanguage } from '../../domain/language.ts'
import { preferenceCookies, themes } from '../../domain/account/preferences.ts'
import type { IdentityContext } from '../context.ts'
import { cookieLine, fault, type PageResponse, type Visit } from '../http.ts'
import { signInAddress } from '../addresses.ts'

const year = 365 * 24 * 60 * 60

/** /identity/preferences: stores language and colours for the whole shop, and shows the page again. */
export function preferences(context: IdentityContext, { form }: Visit): Promise<PageResponse> {
  if (form === undefined) fault('method')
  const names = preferenceCookies(context.secure)
  const language = form.get('language')
  const theme = themes.find((one) => one === form.get('theme'))
  const back = form.get('back') ?? ''
  return Promise.resolve({
    redirect: /^\/identity\/[^\\\s]*$/.test(back) ? back : signInAddress(),
    cookies: [
      ...(isLanguage(language) ? [cookieLine(context, names.language, language, year)] : []),
      ...(theme ? [cookieLine(context, names.theme, theme, year)] : []),
    ],
  })
}
