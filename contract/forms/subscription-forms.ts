import type { Fields, FormCall } from './form-call.ts'

/**
 * The account page's forms about one subscription. They are in a separate file because other pages also send `billing`.
 */
export const subscriptionForms = {
  'stop-renewal': (call: FormCall, { subscription: id = '' }: Fields) =>
    call('POST /api/v1/subscriptions/stop-renewal/{id}', { path: { id }, body: {} }),
  'resume-renewal': (call: FormCall, { subscription: id = '' }: Fields) =>
    call('POST /api/v1/subscriptions/resume-renewal/{id}', { path: { id }, body: {} }),
  'extend-trial': (call: FormCall, { subscription: id = '' }: Fields) =>
    call('POST /api/v1/subscriptions/extend-trial/{id}', { path: { id }, body: {} }),
  /** Leads to the billing provider's page of a plan. */
  billing: (call: FormCall, { plan: name = '' }: Fields) =>
    call('POST /api/v1/plans/{name}/download', { path: { name }, body: { name } }),
}
