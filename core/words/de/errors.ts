import type { ErrorCode } from '../../errors.ts'
import type { FieldMessages } from '../../field-faults.ts'
import { priceText } from '../../plan.ts'
import type { RefusalCode } from '../../subscription.ts'
import { locale } from './locale.ts'

/** What stands under a field. */
export const fieldMessages: FieldMessages = {
  email: 'Die E-Mail-Adresse ist ungültig',
  invalidCharacters: 'Enthält ungültige Zeichen',
  phone: 'Diese Telefonnummer ist ungültig',
  tooLong: (length) => `Muss kürzer als ${length} Zeichen sein`,
  required: 'Diese Angabe ist erforderlich',
  invalidValue: 'Ungültiger Wert',
  invalidInput: 'Die Eingabe ist ungültig',
  date: 'Das ist kein Datum',
  notMidnight: 'Das Enddatum muss ein ganzer Tag sein, um Mitternacht UTC',
  datePast: 'Das Datum darf nicht vor dem heutigen Tag liegen',
  dateFar: 'Das Datum darf höchstens zehn Jahre in der Zukunft liegen',
  amountPositive: 'Der Betrag muss größer als 0 sein',
  amountTooMuch: ({ amount, currency }) =>
    `Der Betrag darf nicht höher als ${priceText(amount, currency, locale)} sein`,
  amountDecimals: (digits) =>
    digits === 0
      ? 'Diese Währung hat keine Nachkommastellen'
      : `Der Betrag darf höchstens ${digits} Nachkommastellen haben`,
}

/** Why a person's move is refused. */
export const refusals: Record<RefusalCode, string> = {
  TRIAL_EXISTS: 'Sie haben bereits eine Testversion',
  TRIAL_EXPIRED: 'Ihre Testversion ist abgelaufen',
  PERSON_REFUSED: 'Ihr Konto wurde nicht freigegeben.',
  FORGOTTEN: 'Diese Person wurde vergessen.',
  NO_SUBSCRIPTION: 'Dieses Abonnement gibt es nicht.',
  CANCEL_NOT_ACTIVE: 'Nur ein aktives Abonnement kann gekündigt werden.',
  UNDO_NOT_CANCELLED: 'Nur ein gekündigtes Abonnement kann wiederhergestellt werden.',
  EXTEND_NOT_OPEN: 'Nur ein aktives oder abgelaufenes Abonnement kann ein neues Enddatum bekommen.',
  END_DATE_PAST: 'Das neue Enddatum darf nicht vor dem heutigen Tag liegen.',
  PAID_SHORTENED: 'Ein bezahltes Abonnement kann nicht verkürzt werden.',
  NOT_CLEARED: 'Dieses Konto ist nicht freigegeben.',
  PAID_BACK: 'Die Zahlung dafür wurde zurückgezahlt.',
  OTHER_LIVE: 'Diese Person hat bereits ein anderes Abonnement dieser Art.',
  NEVER_RENEWS: 'Eine Testversion verlängert sich nicht.',
  NOT_RUNNING: 'Dieses Abonnement läuft nicht.',
  RENEWAL_ALREADY_STOPPED: 'Die Verlängerung ist bereits gestoppt.',
  RENEWAL_NOT_STOPPED: 'Die Verlängerung ist nicht gestoppt.',
  PERIOD_OVER: 'Der bezahlte Zeitraum ist vorbei. Sie können erneut kaufen.',
  PAYMENT_DISPUTED: 'Eine Zahlung wird angefochten, daher kann die Verlängerung nicht fortgesetzt werden.',
}

/** The sentence of every error the server answers, by its code. */
export const errorMessages: Record<ErrorCode, string> = {
  ...refusals,
  INVALID_INPUT: fieldMessages.invalidInput,
  SIGN_IN_NEEDED: 'Bitte melden Sie sich zuerst an.',
  FORBIDDEN: 'Dazu sind Sie nicht berechtigt.',
  FORGERY_TOKEN: 'Diese Seite ist veraltet. Bitte laden Sie sie neu und versuchen Sie es erneut.',
  NOT_FOUND: 'Das gibt es nicht.',
  METHOD_NOT_ALLOWED: 'Diese Adresse nimmt solche Anfragen nicht an.',
  UNKNOWN_PLAN: 'Diesen Tarif gibt es nicht.',
  UNKNOWN_PRODUCT: 'Dieses Produkt gibt es nicht.',
  TRIAL_TOKEN: 'Diese Registrierung ist nicht mehr offen. Bitte melden Sie sich an oder registrieren Sie sich neu.',
  SUBSCRIPTION_EXISTS: 'Sie haben bereits ein Abonnement für dieses Produkt.',
  ORDER_REPLACED:
    'Sie haben inzwischen einen anderen Tarif gewählt. Bitte machen Sie dort weiter oder versuchen Sie es hier erneut.',
  PAYMENTS_UNAVAILABLE:
    'Zahlungen sind zurzeit nicht möglich. Es wurde nichts abgebucht. Bitte versuchen Sie es in Kürze erneut.',
  NOT_ENTITLED: 'Sie haben kein aktives Abonnement für dieses Produkt.',
  LINK_EXPIRED: 'Dieser Download-Link gilt nicht mehr. Auf Ihrer Bestätigungsseite finden Sie einen neuen.',
  FILE_CHANGED: 'Die Datei hat sich geändert. Bitte beginnen Sie den Download von vorn.',
  NO_SUCH_PART: 'Diesen Teil der Datei gibt es nicht.',
  NO_INSTALLER: 'Das Installationsprogramm ist zurzeit nicht verfügbar. Bitte versuchen Sie es später erneut.',
  NOTHING_TO_REVIEW: 'Über diese Person ist nichts zu entscheiden.',
  REFUSED_ALREADY: 'Diese Person wurde bereits abgelehnt.',
  REVIEWED_MEANWHILE: 'Jemand anderes hat inzwischen über diese Person entschieden.',
  FOUND_MEANWHILE: 'Zu dieser Person wurde inzwischen etwas Neues gefunden. Bitte sehen Sie noch einmal nach.',
  SETTLED_ALREADY: 'Dieser Zahlungsfall ist bereits erledigt.',
  CORRECTION_WAITS: 'Ihr Konto wartet auf Freigabe. Schreiben Sie uns, um Angaben zu ändern.',
  NOT_RETRYABLE: 'Bei diesem Zahlungsfall gibt es nichts zu wiederholen.',
  REFUND_NOTHING_PAID: 'Es gibt keine Zahlung, die erstattet werden könnte.',
  REFUND_DISPUTED:
    'Diese Zahlung wird angefochten und kann deshalb nicht erstattet werden. Antworten Sie beim Zahlungsdienst auf die Anfechtung.',
  REFUND_OWN:
    'Sie können Ihre eigene Zahlung nicht erstatten. Bitten Sie eine andere Administratorin oder einen anderen Administrator.',
  MAIL_WAITS_ALREADY: 'Diese E-Mail wird bereits erneut versucht.',
  OWN_PERSON:
    'An Ihrem eigenen Konto können Sie nur Kommentare hinterlassen. Bitte wenden Sie sich an eine andere Person aus der Verwaltung.',
  FORGET_ONESELF:
    'Sie können sich nicht selbst vergessen. Bitte wenden Sie sich an eine andere Person aus der Verwaltung.',
  SIGN_OUT_ONESELF:
    'Sich selbst können Sie hier nicht abmelden. Verwenden Sie „Überall abmelden“ auf Ihrer Kontoseite.',
  PROFILE_INCOMPLETE: 'Bitte ergänzen Sie die fehlenden Angaben.',
  PAYLOAD_TOO_LARGE: 'Die Anfrage ist zu groß.',
  URL_TOO_LONG: 'Die Adresse ist zu lang.',
  WRONG_HOST: 'Dieser Server antwortet nicht unter diesem Namen.',
  UNSUPPORTED_TYPE: 'Inhalte dieser Art werden hier nicht angenommen.',
  TOO_MANY_REQUESTS: 'Zu viele Anfragen. Bitte versuchen Sie es später erneut.',
  EXPORTS_BUSY: 'Es werden bereits zwei Exporte geschrieben. Bitte versuchen Sie es wieder, sobald einer fertig ist.',
  UNAVAILABLE: 'Der Dienst ist zurzeit nicht verfügbar. Bitte versuchen Sie es in Kürze erneut.',
  SCREENING_UNAVAILABLE:
    'Eine Prüfung, die zuvor nötig ist, war nicht möglich. Bitte versuchen Sie es in Kürze erneut.',
  SIGN_IN_FAILED: 'Die Anmeldung hat nicht funktioniert. Bitte versuchen Sie es erneut.',
  UNEXPECTED: 'Ein unerwarteter Fehler ist aufgetreten.',
}
