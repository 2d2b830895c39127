import type { FieldMessages } from '../../../domain/registration/field-faults.ts'
import { priceText } from '../../../domain/catalogue/plan.ts'
import { fieldMessages } from './fields.ts'
import { locale } from '../locale.ts'

/** Messages below every field, including those that registrations and orders do not have. */
export const allFieldMessages: FieldMessages = {
  ...fieldMessages,
  date: 'Das ist kein Datum',
  notMidnight: 'Das Enddatum muss ein ganzer Tag sein, um Mitternacht UTC',
  datePast: 'Das Datum darf nicht vor dem heutigen Tag liegen',
  dateFar: 'Das Datum darf höchstens zehn Jahre in der Zukunft liegen',
  keyDateFar: 'Ein Schlüssel kann höchstens zwei Jahre gültig sein',
  startNotBeforeEnd: 'Der Anfang muss vor dem Ende liegen; ohne Angabe ist das Ende jetzt',
  wrongPassword: 'Das Passwort ist falsch',
  vatId: 'Das ist keine USt-IdNr. Ihres Landes',
  pageAddress: 'Geben Sie einen Pfad auf dieser Website wie /impressum oder eine https-Adresse ein',
  amountPositive: 'Der Betrag muss größer als 0 sein',
  unknownInvoice: 'Zu diesem Abonnement gibt es keine bezahlte Rechnung mit dieser Nummer',
  earlierPeriod: 'Eine Erstattung für einen früheren Zeitraum kann das Abonnement nicht beenden',
  amountTooMuch: ({ amount, currency }) =>
    `Der Betrag darf nicht höher als ${priceText(amount, currency, locale)} sein`,
  amountDecimals: (digits) =>
    digits === 0
      ? 'Diese Währung hat keine Nachkommastellen'
      : `Der Betrag darf höchstens ${digits} Nachkommastellen haben`,
}
