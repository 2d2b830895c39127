import type { PageTemplate } from '../page-template.ts'
import { money } from '../state/money.ts'
import { inTemplate } from '../pages/page-parts.ts'
import { html } from '../html.ts'

type Challenge = {
  /** The address to which the form is sent, with all earlier input. */
  action: string
  typed: Record<string, string>
  amount: number
  currency: string
}

/** The bank's own page: 3-D Secure. https://docs.stripe.com/payments/3d-secure */
export function challengePage(pageTemplate: PageTemplate, { action, typed, amount, currency }: Challenge): string {
  return inTemplate(
    pageTemplate,
    'Confirm your payment',
    html`<div class="page page--narrow pay stack">
      <section class="card stack">
        <h1>Confirm your payment</h1>
        <p class="soft">Your bank asks you to confirm a payment of ${money(amount, currency)}.</p>
        <form class="cluster" method="post" action="${action}">
          ${Object.entries(typed).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
          <button class="button" type="submit" name="bank" value="complete">Complete</button>
          <button class="button button--quiet" type="submit" name="bank" value="fail">Fail</button>
        </form>
        <p class="fine-print">This page stands for the bank&rsquo;s 3-D Secure page.</p>
      </section>
    </div>`,
  )
}

/** Stripe's message if the customer did not confirm. https://docs.stripe.com/error-codes */
export const notConfirmed =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'
