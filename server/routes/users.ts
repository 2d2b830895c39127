import { emailKey } from '../../platform/email-key.ts'
import { refuse } from '../../contract/errors.ts'
import { isEmailAddress } from '../../domain/person/field-rules.ts'
import { fromPayload, registrationForm, visibleValues } from '../../domain/registration/registration.ts'
import { register } from '../actions/trials/register.ts'
import { firstTrial } from '../catalogue.ts'
import type { Handlers } from '../http/calls/contract-routes.ts'
import { languageFor } from '../http/language.ts'
import { withMinimumTime } from '../http/minimum-time.ts'
import { browserOf, type Visitor, type Visitors } from '../http/session/visitor.ts'
import type { AppContext } from '../context.ts'
import { isKnownAddress } from '../store/subscribers/subscribers.ts'
import { planOf } from './plans.ts'
import { userOf } from '../http/session/session.ts'

export function userHandlers(context: AppContext, visitors: Visitors) {
  return {
    'GET /api/v1/users/userinfo'(_input, { visitor, request, reply }) {
      visitors.issueCsrfToken(request, reply, visitor)
      return { user: visitor.signedIn ? userOf(visitor.signedIn) : 'anonymousUser' }
    },

    async 'GET /api/v1/users/search/{email}'({ path }, { visitor, request }) {
      const isKnown = await withMinimumTime(request, lookUp(context, visitor, path.email))
      return isKnown ? { email: path.email } : refuse('NOT_FOUND')
    },

    async 'POST /api/v1/users'({ headers, body }, { visitor, request }) {
      const wanted = headers['x-selected-product']
      const plan = wanted === undefined ? firstTrial(context.catalogue) : planOf(context, wanted)
      const form = registrationForm(plan)
      const values = fromPayload(body)
      await context.requireRoom('registrationPerAddress', visitor.address)
      return withMinimumTime(
        request,
        register(context, {
          values: visibleValues(form, values),
          plan,
          from: visitor.address,
          browser: browserOf(visitor),
          language: languageFor(request),
        }),
      )
    },
  } satisfies Partial<Handlers>
}

/** Beyond a small budget the response is always "not known"; far beyond it, 429. */
async function lookUp(context: AppContext, visitor: Visitor, email: string): Promise<boolean> {
  await context.requireRoom('lookupHard', visitor.address)
  const byAddress = await context.allow('lookupPerAddress', visitor.address)
  const byVisitor = await context.allow('lookupPerVisitor', visitor.cookie ?? visitor.address)
  const asked = isEmailAddress(email) ? emailKey(email) : ''
  const known = await isKnownAddress(context.db, asked)
  const active = await context.idp.isActive(context.db, asked)
  return (known || active) && byAddress && byVisitor
}
