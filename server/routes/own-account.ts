import type { Output } from '../../contract/contract.ts'
import { refuse } from '../../contract/errors.ts'
import { requestOwnEmailChange } from '../actions/accounts/change-email.ts'
import { changeProfile } from '../actions/accounts/change-profile.ts'
import type { AppContext } from '../context.ts'
import type { Call, Handlers } from '../http/contract-routes.ts'
import { languageFor } from '../http/language.ts'
import { newEmailOf } from '../store/subscribers/email-changes.ts'
import { findSubscriber, type Subscriber } from '../store/subscribers/subscribers.ts'
import { setLanguageCookie } from './preferences.ts'

type Rows = 'GET /api/v1/account/settings' | 'POST /api/v1/account/profile' | 'POST /api/v1/account/email'
type Settings = Output<'GET /api/v1/account/settings'>

/** What signed-in people see and change of their own account. */
export function ownAccountHandlers(context: AppContext, publicUrl: string): Handlers<Rows> {
  const signedIn = ({ visitor }: Call) => visitor.signedIn ?? refuse('SIGN_IN_NEEDED')
  const subscriberIdOf = (call: Call) => signedIn(call).subscriberId ?? refuse('NOT_FOUND')

  async function view(call: Call, subscriber: Subscriber | undefined): Promise<Settings> {
    return {
      language: subscriber?.language ?? languageFor(call.request),
      invoices: subscriber ? { address: subscriber.billing_address, vatId: subscriber.vat_id ?? '' } : null,
      newEmail: subscriber ? await newEmailOf(context.db, subscriber.id, context.now()) : null,
      otherIssuer: context.otherIssuer,
    }
  }

  return {
    async 'GET /api/v1/account/settings'(_input, call) {
      const { subscriberId } = signedIn(call)
      return view(call, subscriberId === null ? undefined : await findSubscriber(context.db, subscriberId))
    },

    async 'POST /api/v1/account/profile'({ body: { address, vatId, language } }, call) {
      const change = {
        ...(address === undefined ? {} : { billingAddress: address }),
        ...(vatId === undefined ? {} : { vatId }),
        ...(language === undefined ? {} : { language }),
      }
      const after = await changeProfile(context, subscriberIdOf(call), change)
      if (language) setLanguageCookie(call.reply, publicUrl, language)
      return view(call, after)
    },

    async 'POST /api/v1/account/email'({ body: { email } }, call) {
      await requestOwnEmailChange(context, subscriberIdOf(call), email)
    },
  }
}
