import type { plansWords as english } from '../../en/shop/plans.ts'
import type { Words } from '../../../domain/language.ts'

export const plansWords: Words<typeof english> = {
  heading: 'Tarife und Preise',
  lead: 'Für eine namentlich genannte Person, mit allen Funktionen. Jederzeit kündbar.',
  period: 'Abrechnungszeitraum',
  periods: {
    week: (count) => (count === 1 ? 'Wöchentlich' : `Alle ${count} Wochen`),
    month: (count) => (count === 1 ? 'Monatlich' : `Alle ${count} Monate`),
    year: (count) => (count === 1 ? 'Jährlich' : `Alle ${count} Jahre`),
  },
  per: {
    week: (count) => (count === 1 ? 'pro Woche' : `für ${count} Wochen`),
    month: (count) => (count === 1 ? 'pro Monat' : `für ${count} Monate`),
    year: (count) => (count === 1 ? 'pro Jahr' : `für ${count} Jahre`),
  },
  savingShort: (percent) => `${percent} % sparen`,
  billed: (amount, interval) => `${amount}, ${interval} abgerechnet`,
  about: (amount) => `Etwa ${amount} im Monat`,
  saving: {
    week: (count, percent) => `${percent} % günstiger als ${count === 1 ? 'wöchentlich' : `alle ${count} Wochen`}`,
    month: (count, percent) => `${percent} % günstiger als ${count === 1 ? 'monatlich' : `alle ${count} Monate`}`,
    year: (count, percent) => `${percent} % günstiger als ${count === 1 ? 'jährlich' : `alle ${count} Jahre`}`,
  },
  only: {
    week: (count) => (count === 1 ? 'Nur mit wöchentlicher Abrechnung' : `Nur mit Abrechnung alle ${count} Wochen`),
    month: (count) => (count === 1 ? 'Nur mit monatlicher Abrechnung' : `Nur mit Abrechnung alle ${count} Monate`),
    year: (count) => (count === 1 ? 'Nur mit jährlicher Abrechnung' : `Nur mit Abrechnung alle ${count} Jahre`),
  },
  recommended: 'Empfohlen',
  yours: 'Ihr Tarif',
  notSold: 'Dieser Tarif kann zurzeit nicht gekauft werden.',
  choose: 'Auswählen',
  chooseLabel: (plan) => `Auswählen: ${plan}`,
  buyAgain: 'Erneut kaufen',
  ordered: 'Zahlung wird bearbeitet',
  manage: 'Abonnement verwalten',
  change: 'Tarif wechseln',
  owned: (plan) => `Sie haben ${plan}.`,
  trial: (days) => `${days === 1 ? 'Einen Tag' : `${days} Tage`} kostenlos testen`,
  trialLabel: (product, days) => `${days === 1 ? 'Einen Tag' : `${days} Tage`} kostenlos testen: ${product}`,
  trialUntil: (date) => `Ihre Testversion läuft bis ${date}.`,
  noCard: 'Keine Karte nötig. Die Testversion endet von selbst.',
  questions: 'Fragen und Antworten',
  empty: 'Zurzeit sind keine Tarife im Angebot.',
}
