import type { ReactNode } from 'react'
import type { Entry } from '../../../contract/screens.ts'
import { changesBetween, detailsFrom } from '../../../domain/registration/details.ts'
import { countryByCode } from '../../client/countries.ts'
import { barOf, situationWith, type SituationKind } from '../../../domain/subscription/situation.ts'
import { utcDay } from '../../../i18n/calendar-words.ts'
import { personWords as t } from '#words/admin/people/person.ts'
import { detailsWords } from '#words/admin/people/user.ts'
import { amountText, isBilled } from '../../billing/payment.ts'
import { fieldLabel } from '../../forms/field-label.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'
import { useAdminCall, type AdminSubscriber } from '../admin-call.ts'
import { PaymentMark } from '../billing/payment-mark.tsx'
import { PaymentProviderLink } from '../billing/payment-provider-link.tsx'
import { useIsSelf } from '../use-role.ts'
import type { PersonMenuAct } from './person-acts.tsx'

const tones: Record<SituationKind, Tone> = {
  none: 'grey',
  unconfirmed: 'amber',
  in_review: 'amber',
  refused: 'red',
  denied_country: 'red',
  trial_running: 'green',
  trial_over: 'grey',
  paid: 'green',
  past_due: 'amber',
  stopped: 'amber',
  ended: 'grey',
  on_hold: 'amber',
}

/** Summarizes a person's identity and their state for each product, and what prevents them from starting one. */
export function PersonSummary({ person, begin }: { person: AdminSubscriber; begin: (act: PersonMenuAct) => void }) {
  const { data } = useAdminCall('GET /api/v1/subscriptions/user', { query: { id: person.id } })
  const entries = data?.subscriptions ?? []
  const products = [...new Set(entries.map(({ plan }) => plan.product))]
  const country = countryByCode(person.country)?.name ?? person.country
  return (
    <section className="person-summary" aria-label={t.summary}>
      <p className="soft anywhere">
        {[person.company, country].filter(Boolean).join(', ')} ·{' '}
        <a className="anywhere" href={`mailto:${person.email}`}>
          {person.email}
        </a>
        {person.newEmail === null ? null : <span className="small"> ({t.newEmail(person.newEmail)})</span>}
      </p>
      {person.erasureRequested === null ? null : (
        <Panel tone="amber" title={t.erasureRequested(utcDay(person.erasureRequested))}>
          <p>{t.erasureHint}</p>
        </Panel>
      )}
      {products.length === 0 ? (
        <div className="person-plan">
          <Situation kind={barOf(person) ?? 'none'} />
        </div>
      ) : null}
      {products.map((product) => {
        const { kind, owned } = situationWith(person, entries, product)
        return owned ? <PlanAtAGlance key={product} kind={kind} entry={owned} /> : null
      })}
      <Bars person={person} country={country} begin={begin} />
    </section>
  )
}

function Situation({ kind }: { kind: SituationKind }) {
  return <StatusBadge tone={tones[kind]} word={t.situations[kind]} />
}

function PlanAtAGlance({ kind, entry: { plan, subscription } }: { kind: SituationKind; entry: Entry }) {
  const { endDate, renews, status, payment } = subscription
  const { nextChargeAt, nextAmount, currency } = payment
  const billed = isBilled(payment)
  const charges = billed && renews && nextChargeAt !== null
  const next =
    nextAmount !== null && currency !== null && nextChargeAt !== null
      ? t.facts.nextCharge(utcDay(nextChargeAt), amountText(nextAmount, currency))
      : nextChargeAt && utcDay(nextChargeAt)
  // A cancellation ends access at once, before the last day.
  const last = status === 'cancelled' ? null : endDate
  return (
    <div className="person-plan">
      <div className="person-plan__what">
        <strong className="anywhere">{plan.title}</strong>
        <Situation kind={kind} />
      </div>
      <dl>
        <Glance label={t.facts.price}>{priceOf(plan, billed)}</Glance>
        {charges ? (
          <Glance label={kind === 'past_due' ? t.facts.nextAttempt : t.facts.next}>{next}</Glance>
        ) : (
          <Glance label={status === 'expired' || status === 'cancelled' ? t.facts.ended : t.facts.ends}>
            {last ? utcDay(last) : detailsWords.none}
          </Glance>
        )}
        {kind === 'past_due' ? null : (
          <Glance label={t.facts.payment}>{billed ? <PaymentMark state={payment.state} /> : t.facts.noCharge}</Glance>
        )}
      </dl>
      <PaymentProviderLink url={payment.providerUrl ?? null} />
    </div>
  )
}

function Glance({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="small soft">{label}</dt>
      <dd className="tabular">{children}</dd>
    </div>
  )
}

function priceOf(plan: Entry['plan'], billed: boolean): string {
  const { type, price, currency, recurringInterval: unit, recurringIntervalCount: count } = plan
  if (type === 'trial' || unit === null || count === null) return t.facts.noCharge
  if (!billed) return t.facts.complimentary
  const text = amountText(price, currency)
  return count === 1 ? t.facts.interval(text, t.facts.per[unit]) : t.facts.intervals(text, count, t.facts.per[unit])
}

/** Lists what prevents the person from starting a trial or purchase, each with its remedy. */
function Bars({
  person,
  country,
  begin,
}: {
  person: AdminSubscriber
  country: string
  begin: (act: PersonMenuAct) => void
}) {
  const { emailVerified, deniedCountry, dplStatus, correction } = person
  const isOwn = useIsSelf()(person)
  const changes = correction
    ? changesBetween(detailsFrom(person), detailsFrom(correction)).map(({ field, before, after }) =>
        t.change(fieldLabel(field, correction.country), before, after),
      )
    : []
  return (
    <>
      {emailVerified ? null : (
        <Panel tone="amber" title={t.unconfirmed.title}>
          <p>{t.unconfirmed.text}</p>
          {isOwn ? null : (
            <div className="cluster">
              <Button size="small" onClick={() => begin('activation')}>
                {t.activation.button}
              </Button>
              {dplStatus === 'FAIL' ? null : (
                <Button size="small" variant="quiet" onClick={() => begin('email')}>
                  {t.correctEmail.button}
                </Button>
              )}
            </div>
          )}
        </Panel>
      )}
      {deniedCountry ? (
        <Panel tone="red" title={t.denied.title(country)}>
          <p>{t.denied.text}</p>
          {dplStatus === 'FAIL' || isOwn ? null : (
            <Button size="small" variant="quiet" onClick={() => begin('details')}>
              {t.details.button}
            </Button>
          )}
        </Panel>
      ) : null}
      {changes.length > 0 ? <p className="small soft anywhere">{t.correction(changes.join('; '))}</p> : null}
    </>
  )
}
