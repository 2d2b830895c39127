import type { ErrorCode } from '../../contract/error-codes.ts'
import type { RefusalCode } from '../../domain/subscription/subscription.ts'
import { fieldMessages } from './forms/fields.ts'

/** Why a person's request is refused. */
export const refusals: Record<RefusalCode, string> = {
  TRIAL_EXISTS: 'Sie haben bereits eine Testversion',
  TRIAL_EXPIRED: 'Ihre Testversion ist abgelaufen',
  PERSON_REFUSED: 'Ihr Konto wurde nicht freigegeben.',
  FORGOTTEN: 'Die Daten dieser Person wurden gelöscht.',
  NO_SUBSCRIPTION: 'Dieses Abonnement gibt es nicht.',
  CANCEL_NOT_ACTIVE: 'Nur ein aktives Abonnement kann gekündigt werden.',
  UNDO_NOT_CANCELLED: 'Dieses Abonnement ist nicht gekündigt.',
  EXTEND_NOT_OPEN: 'Nur ein aktives oder abgelaufenes Abonnement kann ein neues Enddatum bekommen.',
  END_DATE_PAST: 'Das neue Enddatum darf nicht vor dem heutigen Tag liegen.',
  PAID_SHORTENED: 'Ein bezahltes Abonnement kann nicht verkürzt werden.',
  NOT_CLEARED: 'Diese Person ist nicht freigegeben. Geben Sie sie zuerst unter „Prüffälle“ frei.',
  PAID_BACK: 'Die Zahlung für dieses Abonnement wurde erstattet.',
  OTHER_LIVE: 'Diese Person hat bereits ein anderes Abonnement dieser Art.',
  NEVER_RENEWS: 'Eine Testversion oder ein kostenloses Abonnement verlängert sich nicht.',
  NOT_RUNNING: 'Dieses Abonnement läuft nicht.',
  RENEWAL_ALREADY_STOPPED: 'Die Verlängerung ist bereits gestoppt.',
  RENEWAL_NOT_STOPPED: 'Die Verlängerung ist nicht gestoppt.',
  PERIOD_OVER: 'Der bezahlte Zeitraum ist vorbei. Sie können erneut kaufen.',
  PAYMENT_DISPUTED: 'Eine Zahlung wird angefochten, daher kann die Verlängerung nicht fortgesetzt werden.',
  EXTENSION_NOT_OFFERED: 'Diese Testversion kann nicht verlängert werden.',
  EXTENDED_ALREADY: 'Sie haben diese Testversion bereits verlängert.',
  SUBSCRIPTION_EXISTS: 'Sie haben bereits ein Abonnement für dieses Produkt.',
  CHANGE_NOT_PAID: 'Der Tarif lässt sich nur bei einem bezahlten Abonnement wechseln.',
  CHANGE_NOT_OFFERED: 'Wählen Sie einen anderen bezahlten Tarif desselben Produkts in derselben Währung.',
  CHANGE_NOT_RENEWING: 'Die Verlängerung ist gestoppt, daher kann der Tarif nicht gewechselt werden.',
  CHANGE_EXTENDED: 'Das Enddatum wurde verschoben. Wechseln Sie den Tarif nach der nächsten Abbuchung.',
  CHANGE_PAYMENT_OPEN: 'Eine Zahlung ist offen oder angefochten. Wechseln Sie den Tarif, sobald das geklärt ist.',
  CHANGE_REFUNDED: 'Es gibt eine Erstattung. Wechseln Sie den Tarif nach der nächsten Abbuchung.',
}

/** The sentence of every error that the server returns, by its code. */
export const errorMessages: Record<ErrorCode, string> = {
  ...refusals,
  INVALID_INPUT: fieldMessages.invalidInput,
  SIGN_IN_NEEDED: 'Bitte melden Sie sich zuerst an.',
  CONFIRMATION_NEEDED:
    'Bestätigen Sie mit Ihrem zweiten Faktor, dass Sie es sind, und versuchen Sie es dann noch einmal.',
  FORBIDDEN: 'Dazu sind Sie nicht berechtigt.',
  ADMINISTRATORS_ONLY: 'Diese Person können nur Administratoren freigeben.',
  FORGERY_TOKEN: 'Diese Seite ist abgelaufen. Bitte laden Sie sie neu und versuchen Sie es erneut.',
  NOT_FOUND: 'Nicht gefunden.',
  UNKNOWN_PLAN: 'Diesen Tarif gibt es nicht.',
  UNKNOWN_PRODUCT: 'Dieses Produkt gibt es nicht.',
  TRIAL_TOKEN: 'Diese Registrierung ist abgelaufen. Bitte melden Sie sich an oder registrieren Sie sich neu.',
  IN_REVIEW: 'Ihr Konto wird geprüft. Sobald es freigegeben ist, können Sie kaufen.',
  COUNTRY_DENIED: 'Unsere Produkte sind in dem angegebenen Land nicht verfügbar.',
  ORDER_REPLACED:
    'Sie haben eine Bestellung für einen anderen Tarif begonnen. Machen Sie dort weiter, oder versuchen Sie es hier erneut.',
  PLAN_NOT_SOLD:
    'Dieser Tarif kann zurzeit nicht gekauft werden. Wählen Sie einen anderen, oder versuchen Sie es später erneut.',
  OTHER_CURRENCY:
    'Sie haben bereits ein Abonnement in einer anderen Währung, und unser Zahlungsdienstleister rechnet je Person nur in einer Währung ab. Wenden Sie sich an uns, oder kaufen Sie diesen Tarif, wenn das andere Abonnement beendet ist.',
  PAYMENTS_UNAVAILABLE:
    'Zahlungen sind zurzeit nicht möglich. Es wurde nichts abgebucht. Bitte versuchen Sie es in Kürze erneut.',
  BILLING_PAGE_REFUSED:
    'Die Seite für Zahlungen lässt sich zurzeit nicht öffnen. Wir wurden benachrichtigt. Wenden Sie sich an uns, wenn es eilt.',
  NOT_ENTITLED: 'Sie haben kein aktives Abonnement für dieses Produkt.',
  ACCOUNT_ON_HOLD: 'Ihr Konto kann zurzeit nicht genutzt werden. Wenden Sie sich bei Fragen an den Support.',
  LINK_EXPIRED: 'Dieser Download-Link ist abgelaufen. In Ihrem Konto finden Sie einen neuen.',
  FILE_CHANGED: 'Die Datei hat sich geändert. Bitte beginnen Sie den Download von vorn.',
  NO_SUCH_PART: 'Der angeforderte Bereich liegt außerhalb der Datei. Bitte beginnen Sie den Download von vorn.',
  NO_INSTALLER: 'Das Installationsprogramm ist zurzeit nicht verfügbar. Bitte versuchen Sie es später erneut.',
  NO_APPROVAL: 'Es gibt keine Freigabe, die zurückgenommen werden kann: Diese Person ist nicht freigegeben.',
  NOTHING_TO_REVIEW: 'Für diese Person steht keine Entscheidung an.',
  NO_LISTED_BIRTH_DATE: 'Zu den passenden Einträgen nennt keine Liste ein Geburtsdatum.',
  BIRTH_DATE_GIVEN: 'Diese Person hat ihr Geburtsdatum bereits angegeben. Laden Sie die Seite neu.',
  REFUSED_ALREADY: 'Diese Person wurde bereits abgelehnt.',
  CONFIRM_OWN: 'Sie haben die erste Freigabe erteilt. Eine zweite Person aus der Verwaltung muss sie bestätigen.',
  REVIEWED_MEANWHILE: 'Über diese Person wurde bereits von anderer Seite entschieden. Bitte laden Sie die Seite neu.',
  FOUND_MEANWHILE: 'Für diese Person gibt es einen neuen Grund. Bitte laden Sie die Seite neu und prüfen Sie ihn.',
  END_DATE_MEANWHILE: 'Das Ende hat sich geändert, seit Sie dies geöffnet haben.',
  CHANGED_MEANWHILE: 'Das Abonnement hat sich geändert, seit es Ihnen angezeigt wurde.',
  DONE_ALREADY: 'Dies wurde gerade eben schon erledigt.',
  AMOUNT_MEANWHILE: 'Der Betrag kann sich inzwischen geändert haben. Prüfen Sie ihn und versuchen Sie es erneut.',
  PLAN_NOT_CHANGED: 'Der Zahlungsdienstleister hat dieses Abonnement nicht geändert. Prüfen Sie es dort.',
  PLAN_CHANGE_DECLINED:
    'Die Zahlung wurde abgelehnt, daher hat sich der Tarif nicht geändert. Bitten Sie die Person, ihre Zahlungsart zu prüfen.',
  PLAN_CHANGE_UNKNOWN:
    'Der Tarif kann sich geändert haben, das ließ sich aber nicht bestätigen. Laden Sie die Seite neu, um es zu sehen.',
  BRAND_CHANGED: 'Die Marke wurde inzwischen geändert, deshalb wurde nichts gespeichert.',
  VIEW_EXISTS: 'Sie haben bereits eine Ansicht mit diesem Namen. Wählen Sie einen anderen Namen.',
  VIEW_LIMIT: 'Mehr Ansichten können nicht gespeichert werden. Löschen Sie zuerst eine.',
  SETTLED_ALREADY: 'Dieses Zahlungsproblem ist bereits gelöst.',
  NOT_RETRYABLE: 'Bei diesem Zahlungsproblem gibt es nichts zu wiederholen.',
  REFUND_NOTHING_PAID: 'Es gibt keine Zahlung, die Sie erstatten können.',
  REFUND_DISPUTED:
    'Diese Zahlung wird angefochten und kann deshalb nicht erstattet werden. Antworten Sie beim Zahlungsdienstleister auf die Anfechtung.',
  REFUND_OWN: 'Sie können Ihre eigene Zahlung nicht erstatten. Bitten Sie eine andere Person aus der Verwaltung.',
  MAIL_WAITS_ALREADY: 'Diese E-Mail wird bereits erneut gesendet.',
  JOB_WAITS: 'Dieser Auftrag wird noch wiederholt.',
  MAIL_PERSONAL:
    'Diese E-Mail enthält einen persönlichen Link und kann nicht erneut gesendet werden. Senden Sie stattdessen einen neuen Aktivierungs- oder Passwort-Link.',
  REMINDERS_STOPPED:
    'Diese Person hat Erinnerungen abbestellt. Deshalb kann diese E-Mail nicht erneut gesendet werden.',
  MAIL_LIMIT:
    'Für diese Adresse ist die Höchstzahl an E-Mails erreicht. Bitte versuchen Sie es in einer Stunde erneut.',
  CONFIRMED_ALREADY: 'Diese Person hat ihre E-Mail-Adresse bereits bestätigt.',
  NOT_CONFIRMED:
    'Diese Person hat ihre E-Mail-Adresse noch nicht bestätigt. Senden Sie die Aktivierungs-E-Mail erneut.',
  PASSWORDS_ELSEWHERE:
    'Das Passwort dieser Person liegt bei einem anderen Anmeldedienst. Dort kann sie ein neues festlegen.',
  EMAIL_TAKEN: 'Diese E-Mail-Adresse gehört zu einem anderen Konto.',
  EMAIL_HAS_ROLE:
    'Diese Person hat eine Rolle in der Verwaltung. Deshalb kann nur sie selbst ihre E-Mail-Adresse auf ihrer Kontoseite ändern.',
  OWN_ROLE:
    'Ihre eigene Rolle können Sie weder ändern noch entziehen. Bitten Sie eine andere Person mit der Rolle Administrator.',
  LAST_ADMINISTRATOR:
    'Das ist das letzte aktive Konto mit der Rolle Administrator. Geben Sie diese Rolle zuerst jemand anderem.',
  ROLE_ALREADY: 'Diese Person gehört schon zum Team. Ändern Sie ihre Rolle in der Liste.',
  ROLE_BY_SETTING: 'Diese Person hat die Rolle wegen ADMIN_SUBJECTS. Ändern Sie die Einstellung.',
  ROLES_ELSEWHERE: 'Über Rollen entscheidet ein anderer Anmeldedienst. Ändern Sie sie dort.',
  EMAIL_SAME: 'Das ist bereits die E-Mail-Adresse dieser Person.',
  ERASURE_REQUESTED: 'Sie haben die Löschung Ihres Kontos bereits beantragt.',
  ERASURE_NOT_REQUESTED: 'Es gibt keinen Antrag auf Löschung Ihres Kontos.',
  WRONG_PASSWORD: 'Das Passwort ist falsch.',
  EMAIL_SAME_OWN: 'Das ist bereits Ihre E-Mail-Adresse.',
  EMAIL_ELSEWHERE: 'Ihr Anmeldedienst verwaltet Ihre E-Mail-Adresse. Ändern Sie sie dort.',
  NOTHING_CHANGED: 'Das sind bereits die Angaben dieser Person.',
  OWN_PERSON:
    'Zu Ihrem eigenen Konto können Sie nur Kommentare hinzufügen. Bitte wenden Sie sich an eine andere Person aus der Verwaltung.',
  FORGET_ONESELF:
    'Ihre eigenen Daten können Sie hier nicht löschen. Bitte wenden Sie sich an eine andere Person aus der Verwaltung.',
  SIGN_OUT_ONESELF:
    'Sich selbst können Sie hier nicht abmelden. Verwenden Sie „Überall abmelden“ auf Ihrer Kontoseite.',
  REQUEST_TIMEOUT: 'Die Anfrage hat zu lange gedauert. Bitte versuchen Sie es noch einmal.',
  HEADERS_TOO_LARGE: 'Die Kopfzeilen der Anfrage sind zu groß.',
  PAYLOAD_TOO_LARGE: 'Die Anfrage ist zu groß.',
  URL_TOO_LONG: 'Die URL ist zu lang.',
  WRONG_HOST: 'Unbekannter Host.',
  UNSUPPORTED_TYPE: 'Dieser Inhaltstyp oder diese Kodierung wird nicht unterstützt.',
  IDEMPOTENCY_BUSY:
    'Die erste Anfrage mit diesem Idempotency-Key läuft noch oder wurde unterbrochen. Bitte prüfen Sie, was sie bewirkt hat, bevor Sie einen anderen verwenden.',
  IDEMPOTENCY_MISMATCH: 'Dieser Idempotency-Key gehört zu einer anderen Anfrage. Bitte verwenden Sie einen neuen.',
  KEY_INVALID: 'Dieser API-Schlüssel ist unbekannt, abgelaufen oder widerrufen.',
  KEY_SCOPE: 'Dieser API-Schlüssel hat keine Berechtigung für diesen Aufruf.',
  KEY_NOT_ACCEPTED: 'Dieser Aufruf ist mit einem API-Schlüssel nicht möglich.',
  KEY_NAME_TAKEN: 'Ein anderer API-Schlüssel hat diesen Namen. Bitte wählen Sie einen anderen.',
  LICENCE_REQUEST_INVALID:
    'Das ist keine Anfrage von einem unserer Programme, oder sie ist unvollständig. Bitte speichern Sie die Anfrage im Programm noch einmal.',
  LICENCE_FILES_NOT_OFFERED: 'Für dieses Produkt gibt es keine Lizenzdateien.',
  CHECK_ANSWERED: 'Diese Prüfung wurde bereits beantwortet.',
  DEVICE_LIMIT: 'Sie haben die Höchstzahl an Computern für dieses Produkt erreicht. Bitte melden Sie zuerst einen ab.',
  DEVICE_ADDITIONS:
    'In den letzten 30 Tagen wurden zu viele Computer hinzugefügt. Bitte wenden Sie sich an den Support, wenn Sie mehr brauchen.',
  KEY_LIMIT: 'Es gibt bereits 100 API-Schlüssel. Bitte widerrufen Sie zuerst einen.',
  ADDRESS_NOT_PUBLIC:
    'An diese URL kann nichts gesendet werden. Sie muss mit https:// beginnen und zu einer öffentlichen Adresse führen, ohne Benutzernamen und ohne Teil nach #.',
  WEBHOOK_LIMIT: 'Es gibt bereits 20 Endpunkte. Bitte entfernen Sie zuerst einen.',
  WEBHOOK_OFF: 'Dieser Endpunkt ist ausgeschaltet. Bitte schalten Sie ihn zuerst ein.',
  CURSOR_GONE:
    'Das Ereignis, ab dem weitergelesen werden soll, ist nicht mehr vorhanden. Bitte lesen Sie von Anfang an.',
  KEY_ENDED: 'Dieser API-Schlüssel ist abgelaufen, ersetzt oder widerrufen. Bitte erstellen Sie einen neuen.',
  TOO_MANY_REQUESTS: 'Zu viele Anfragen. Bitte versuchen Sie es später erneut.',
  EXPORTS_BUSY: 'Es laufen bereits zwei Exporte. Bitte versuchen Sie es wieder, sobald einer fertig ist.',
  OVERLOADED: 'Der Shop ist gerade sehr ausgelastet. Bitte versuchen Sie es in einigen Sekunden erneut.',
  UNAVAILABLE: 'Der Dienst ist zurzeit nicht verfügbar. Bitte versuchen Sie es in Kürze erneut.',
  SCREENING_UNAVAILABLE:
    'Eine erforderliche Prüfung ist zurzeit nicht möglich. Bitte versuchen Sie es in Kürze erneut.',
  SIGN_IN_FAILED: 'Die Anmeldung ist fehlgeschlagen. Bitte versuchen Sie es erneut.',
  UNEXPECTED: 'Ein unerwarteter Fehler ist aufgetreten.',
}
