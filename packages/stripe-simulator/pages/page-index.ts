import { html, type Html } from '../html.ts'
import type { PageTemplate } from '../page-template.ts'
import type { Transaction } from '../state/transaction.ts'
import { known } from '../customers/cards.ts'
import { inTemplate, inFours, panel, root } from './page-parts.ts'
import type { Settings } from '../settings.ts'

export type Notice = { tone: 'red' | 'green'; title: string }
export type ConsoleView = { pageTemplate: PageTemplate; tx: Transaction; token: string; notice: Notice | undefined }

/** The index of the simulator: the test cards, the settings, the customers. */
export function indexPage(view: ConsoleView): string {
  const { pageTemplate, notice } = view
  return inTemplate(
    pageTemplate,
    'Sandbox payment',
    html`<div class="page page--narrow pay stack stack--loose">
      <div class="stack stack--tight">
        <h1>Sandbox payment</h1>
        <p class="soft">
          This simulator takes the place of Stripe. No money moves. Set how it behaves, then watch what the shop does.
        </p>
        <p><a href="/plans">Plans</a> · <a href="/account">Account</a> · <a href="/sandbox/mail">Inbox</a></p>
      </div>
      ${notice && panel(notice.tone, notice.title, '')} ${customersCard(view)} ${settingsCard(view)} ${cardsCard()}
    </div>`,
  )
}

function customersCard({ tx }: ConsoleView): Html {
  const customers = tx.all('customer').toReversed().slice(0, 50)
  return html`<section class="card stack" id="customers">
    <h2>Customers</h2>
    ${
      customers.length === 0
        ? html`<p class="soft">Customers appear here after their first checkout.</p>`
        : html`<ul class="pay-switches">
            ${customers.map(
              ({ id, name, email }) =>
                html`<li>
                  <span>${name ?? 'No name'} <span class="soft">${email}</span></span>
                  <a class="button button--quiet button--small" href="${root}/customer/${id}"
                    >Open<span class="visually-hidden"> ${name}</span></a
                  >
                </li>`,
            )}
          </ul>`
    }
  </section>`
}

type Choice = [value: string, words: string]
const yesNo: Choice[] = [
  ['true', 'Yes'],
  ['false', 'No'],
]

function settingsCard({ tx, token }: ConsoleView): Html {
  const { settings } = tx
  return html`<section class="card stack" id="settings">
    <h2>Settings</h2>
    <p class="soft">These are settings of the Stripe dashboard, and faults that Stripe can have.</p>
    <form class="stack" method="post" action="${root}/act/settings">
      <input type="hidden" name="token" value="${token}" />
      ${written('retryDays', 'Retry a failed payment after days', settings.retryDays.join(', '), 'Each gap counts from the attempt before.')}
      ${select(settings, 'afterRetries', 'After the last retry', [
        ['canceled', 'Cancel the subscription'],
        ['unpaid', 'Mark the subscription unpaid'],
        ['past_due', 'Leave the subscription past due'],
        ['paused', 'Pause the subscription'],
      ])}
      ${select(settings, 'pauseAtFirstFailure', 'Pause when a renewal’s first payment fails', yesNo)}
      ${select(settings, 'resumeWhenPaid', 'Resume such a pause when the invoice is paid', yesNo)}
      ${written('draftSeconds', 'Seconds a renewal’s invoice stays a draft', String(settings.draftSeconds))}
      ${select(settings, 'nextPayment', 'Next renewal payment', [
        ['', 'As the card says'],
        ['card_declined', 'Declined'],
        ['stolen_card', 'Declined for good (stolen card)'],
        ['requires_action', 'Asks for 3-D Secure'],
        ['processing', 'Processing, like a bank debit'],
      ])}
      ${written('debitDays', 'Days until a bank debit is paid or fails', String(settings.debitDays))}
      ${select(settings, 'firstDebitPending', 'Subscription while its first bank debit is processing', [
        ['active', 'Active'],
        ['incomplete', 'Incomplete'],
      ])}
      ${select(settings, 'firstDebitFailed', 'Subscription after its first bank debit has failed', [
        ['past_due', 'Past due, and the debit is tried again'],
        ['active', 'Active, and the debit is tried again'],
        ['incomplete_expired', 'Expired, and the invoice is void'],
      ])}
      ${select(settings, 'portalSaved', 'Portal settings saved', yesNo, 'Without them Stripe makes no portal session.')}
      ${select(
        settings,
        'trialUpdateBehavior',
        'A change of plan in the portal during a trial',
        [
          ['end_trial', 'Ends the trial'],
          ['continue_trial', 'Continues the trial'],
        ],
        'What was paid for a trial that ends is not credited.',
      )}
      ${select(settings, 'portalUpdatesCards', 'Portal lets customers change their card', yesNo)}
      ${select(settings, 'downgradeAtPeriodEnd', 'Portal downgrades at the end of the period', yesNo, 'A schedule then manages the subscription.')}
      ${select(settings, 'portalPause', 'Customers may pause in the portal', yesNo)}
      ${select(settings, 'taxBehavior', 'Default tax behaviour', [
        ['exclusive', 'Exclusive'],
        ['inclusive', 'Inclusive'],
        ['', 'None'],
      ])}
      ${select(settings, 'locationsRecognised', 'Stripe Tax recognises customers’ locations', yesNo)}
      ${select(settings, 'finalisationFails', 'Invoices fail to finalise', yesNo)}
      ${select(settings, 'unavailable', 'Stripe is unavailable', yesNo, 'Each request gets 503.')}
      <div><button class="button" type="submit">Save settings</button></div>
    </form>
  </section>`
}

function written(name: string, label: string, value: string, hint?: string): Html {
  return html`<div class="field pay-m">
    <label class="field__label" for="${name}">${label}</label>
    ${hint && html`<span class="field__hint" id="${name}-hint">${hint}</span>`}
    <div class="field__control">
      <input
        class="input tabular"
        id="${name}"
        name="${name}"
        value="${value}"
        ${hint && html`aria-describedby="${name}-hint"`}
        autocomplete="off"
        maxlength="40"
      />
    </div>
  </div>`
}

function select(settings: Settings, name: keyof Settings, label: string, choices: Choice[], hint?: string): Html {
  const chosen = String(settings[name] ?? '')
  return html`<div class="field pay-m">
    <label class="field__label" for="${name}">${label}</label>
    ${hint && html`<span class="field__hint" id="${name}-hint">${hint}</span>`}
    <div class="field__control">
      <select class="select" id="${name}" name="${name}" ${hint && html`aria-describedby="${name}-hint"`}>
        ${choices.map(([value, words]) => html`<option value="${value}" ${value === chosen && html`selected`}>${words}</option>`)}
      </select>
      <span class="select-arrow" aria-hidden="true">&#9662;</span>
    </div>
  </div>`
}

function cardsCard(): Html {
  return html`<section class="card stack" id="cards">
    <h2>Test cards and accounts</h2>
    <p class="soft">Type the number as the card number. Any expiry date to come and any security code will do.</p>
    <dl class="facts">
      ${Object.entries(known).map(
        ([number, { does }]) =>
          html`<dt class="tabular">${inFours(number)}</dt>
            <dd>${does}</dd>`,
      )}
    </dl>
  </section>`
}
