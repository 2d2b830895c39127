import { isLanguage } from '../../domain/language.ts'
import { preferenceCookies, themes } from '../../domain/account/preferences.ts'
import { preferenceCookie } from '../../platform/cookies.ts'
import type { IdentityContext } from '../context.ts'
import { fault, type PageResponse, type Visit } from '../http.ts'
import { signInAddress } from '../addresses.ts'

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
      ...(isLanguage(language) ? [preferenceCookie(context.secure, names.language, language)] : []),
      ...(theme ? [preferenceCookie(context.secure, names.theme, theme)] : []),
    ],
  })
}
