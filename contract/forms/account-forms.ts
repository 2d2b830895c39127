import { correctableFields } from '../../domain/person/fields.ts'
import { addressFields, type AddressField } from '../../domain/registration/invoice-details.ts'
import { visibleValues } from '../../domain/registration/registration.ts'
import { paths } from '../screens.ts'
import type { Fields, FormCall, Redirect } from './form-call.ts'
import { subscriptionForms } from './subscription-forms.ts'

/** The forms of the account page, by their field `act`, with the calls that each makes. */
export const accountForms = {
  ...subscriptionForms,
  'correct-details': (call: FormCall, fields: Fields) => {
    const body = visibleValues(correctableFields, fields)
    return call('POST /api/v1/account/details', { body: body as Record<string, string> })
  },
  profile: (call: FormCall, fields: Fields) => call('POST /api/v1/account/profile', { body: profileIn(fields) }),
  'change-email': (call: FormCall, { email = '', password = '' }: Fields) =>
    call('POST /api/v1/account/email', { body: { email, password } }),
  'request-erasure': (call: FormCall) => call('POST /api/v1/account/erasure/request', { body: {} }),
  'withdraw-erasure': (call: FormCall) => call('POST /api/v1/account/erasure/withdraw', { body: {} }),
  'end-session': (call: FormCall, { id }: Fields) =>
    call('POST /api/v1/account/sessions/end', { body: id === undefined ? {} : { id } }),
  'sign-out-device': (call: FormCall, { id = '' }: Fields) =>
    call('POST /api/v1/account/devices/{id}/sign-out', { path: { id }, body: {} }),
  'sign-out-devices': (call: FormCall) => call('POST /api/v1/account/devices/sign-out', { body: {} }),
  'sign-out-everywhere': async (call: FormCall): Promise<Redirect> => {
    await call('POST /api/v1/account/sign-out-everywhere', { body: {} })
    return { redirect: paths.home }
  },
}

export type AccountAct = keyof typeof accountForms

/** The settings whose fields a page of the account shows again when they are refused. */
export const settingFields = ['email', 'vatId', ...addressFields.map((field) => `address.${field}`)]

/**
 * A form contains either the address and the VAT id, or the language. An address with only empty lines counts as none.
 */
function profileIn({ language, vatId, ...fields }: Fields) {
  if (language !== undefined) return { language }
  const lines = addressFields.map((field) => [field, fields[`address.${field}`] ?? ''] as const)
  const isEmpty = lines.every(([, line]) => line.trim() === '')
  const address = isEmpty ? null : (Object.fromEntries(lines) as Record<AddressField, string>)
  return { address, ...(vatId === undefined ? {} : { vatId }) }
}
